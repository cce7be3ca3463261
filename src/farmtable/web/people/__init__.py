"""Pages of people with an account: coming in, the account, the profile."""
