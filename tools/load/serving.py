"""Nothing but what a server imports, for the process that servers are forked from."""

import tools.load.checker
import tools.load.generator  # noqa: F401
