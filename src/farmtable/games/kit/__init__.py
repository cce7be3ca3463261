"""What the games share: reading figures and stored positions. It knows no particular game."""
