"""What is in the box: the figures of `components.toml`, and an owner's own that replace them."""
