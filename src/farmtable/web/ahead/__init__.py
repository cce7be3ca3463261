"""To say before one's turn what one will decide."""
