"""The parts of an action: a file for each kind, with the class of its parts and what they do."""
