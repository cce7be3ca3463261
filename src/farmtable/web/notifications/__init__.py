"""Sending notifications to people who are away: push, mail, webhooks (ADR 25)."""
