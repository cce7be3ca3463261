"""The pages for people with an account: signing in, the account, the profile."""
