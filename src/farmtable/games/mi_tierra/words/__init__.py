"""The game in words: notation, names, log, refusals."""
