"""Drawing pages without drawing again what is as it was (ADR 24)."""
