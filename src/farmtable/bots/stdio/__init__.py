"""A protocol for bots in any language: lines of JSON over standard input and output (docs/bots.md).

`stdio:COMMAND` names such a bot wherever bots are named.
"""
