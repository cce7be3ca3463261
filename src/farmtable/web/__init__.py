"""The web app: lobby, tables, replays, rules. `create_app(tables)` makes it, `serve()` runs it."""

from farmtable.web.app import create_app
from farmtable.web.server import serve

__all__ = ["create_app", "serve"]
