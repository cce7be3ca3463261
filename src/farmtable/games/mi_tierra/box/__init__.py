"""What is in the box: the figures of `components.toml`, laid under an owner's own."""
