"""Who is told what happens at his tables, on which ways, and what is still to be told (ADR 25)."""
