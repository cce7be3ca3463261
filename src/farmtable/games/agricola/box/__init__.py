"""What is in the box: the figures of `components.toml`, an owner's own over them, and the decks."""
