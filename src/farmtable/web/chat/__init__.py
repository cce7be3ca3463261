"""The chat on pages."""
