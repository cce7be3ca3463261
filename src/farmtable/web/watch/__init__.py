"""For whoever runs a server: whether it is well, what it does, and what it writes down of it."""
