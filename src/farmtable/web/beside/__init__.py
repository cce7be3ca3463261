"""What there is beside playing: lists of tables, leaving one, going on after a game, sheets, the past."""
