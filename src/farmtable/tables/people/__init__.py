"""People with an account: who they are, where they are signed in, how their tables come along (ADR 14)."""
