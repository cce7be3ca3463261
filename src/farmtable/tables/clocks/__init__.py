"""Clocks: how much time a table gives, whose time runs, and who is away (ADR 19)."""
