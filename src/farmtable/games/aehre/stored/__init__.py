"""Positions as readable data, and back."""
