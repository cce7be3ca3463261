"""The page for deciding ahead of your turn (ADR 21)."""
