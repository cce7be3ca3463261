"""Decisions that a seat makes ahead of its turn, and that nobody else sees (ADR 21)."""
