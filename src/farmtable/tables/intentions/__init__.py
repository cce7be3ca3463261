"""What a seat wants to decide once its turn comes: said beforehand, seen by nobody else (ADR 21)."""
