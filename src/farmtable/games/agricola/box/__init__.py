"""What is in the box: the figures of `components.toml`, an owner's own that replace them, and the decks."""
