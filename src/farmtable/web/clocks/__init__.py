"""Clocks on pages, and the timekeeper that watches them."""
