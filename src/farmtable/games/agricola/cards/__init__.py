"""The 96 hand cards of the box, one file each, named after the card."""
