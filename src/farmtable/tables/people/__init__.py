"""Accounts: whose they are, where they are signed in, and how a guest's tables move to one (ADR 14)."""
