"""Finding a game on pages: what is open, pairing, invitations, watching."""
