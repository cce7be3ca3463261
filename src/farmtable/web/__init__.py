"""The pages: lobby, tables, replays, rules. `create_app(tables)` makes the application, `serve()` runs it."""

from farmtable.web.app import create_app
from farmtable.web.server import serve

__all__ = ["create_app", "serve"]
