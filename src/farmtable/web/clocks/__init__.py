"""Time at the table as pages show it, and the server's eye on it."""
