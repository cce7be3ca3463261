"""What the games share below their rooms: reading figures and stored positions. It knows no game."""
