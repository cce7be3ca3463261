"""The 96 hand cards of the box, one file each, called by the card's name."""
