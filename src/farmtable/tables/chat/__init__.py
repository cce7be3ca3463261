"""The chat at a table: its rooms, who reads what, and moderation (ADR 23)."""
