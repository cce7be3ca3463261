"""A protocol for bots in any language: lines of JSON over standard input and output (docs/bots.md).

Wherever you can name a bot, `stdio:COMMAND` names such a program.
"""
