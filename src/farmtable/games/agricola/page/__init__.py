"""What a page shows of a position."""
