"""Finding a game: open tables, pairing, invitations to people, and who watches.

All of it is rows of the database, and rows decide: any number of processes may serve it (ADR 27).
"""
