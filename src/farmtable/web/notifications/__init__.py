"""To tell people what happens at their tables while they are away (ADR 25)."""
