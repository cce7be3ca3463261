"""The pages for finding a game: open tables, pairing, invitations, watching."""
