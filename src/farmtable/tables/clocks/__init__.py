"""Time at the table: how much a table gives, whose time runs, and what is kept of it (ADR 15)."""
