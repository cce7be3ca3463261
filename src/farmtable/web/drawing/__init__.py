"""Drawing pages: only what has changed is drawn again (ADR 24)."""
