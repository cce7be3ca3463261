"""The parts of an action: one file for each kind, with a class that says what may be done and does it."""
