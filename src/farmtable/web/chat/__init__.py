"""What people say at a table, as pages show it."""
