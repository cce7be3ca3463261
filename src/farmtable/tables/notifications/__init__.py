"""Notifications: who gets which, on which channels, and what is still to be sent (ADR 25)."""
