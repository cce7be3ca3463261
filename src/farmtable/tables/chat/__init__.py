"""What people say to each other at a table: in which room, who reads it, and what keeps it decent."""
