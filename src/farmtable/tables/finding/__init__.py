"""Finding a game: open tables, pairing, invitations to people, and who watches.

All state is in rows of the database, so any number of processes can serve it (ADR 27).
"""
