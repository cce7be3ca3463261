"""The event stream of a table, by which the server updates its pages (ADR 36)."""
