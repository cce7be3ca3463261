"""The rules, numbered as in `RULES.md`."""
