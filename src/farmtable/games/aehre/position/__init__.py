"""What a position is made of: facts, numbers of things, steps, and the data itself."""
