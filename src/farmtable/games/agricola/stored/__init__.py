"""Positions to and from readable data."""
