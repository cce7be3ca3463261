"""The real server in a process of its own, to be looked at by real browsers, killed and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

CODE = """
import sys
from farmtable.web import serve
serve(port=int(sys.argv[1]), db=sys.argv[2], open_browser=False)
"""


class Server:
    """`farmtable.web.serve` on a database below `folder`; the port stays the same over restarts."""

    def __init__(
        self, folder: Path, port: int, code: str = CODE, settings: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """`code` is what the process runs, with the port and the database as arguments; `settings` are laid
        over its environment."""
        self.port = port
        self.code = code
        self.environment = {**os.environ, **settings}
        self.db = f"sqlite:///{folder / 'tables.sqlite'}"
        self.log = folder / "server.log"
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", self.code, str(self.port), self.db],
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, f"{said!r}; {self.log.read_text()}"
        assert int(found[1]) == self.port

    def kill(self) -> None:
        """As the power cut would: no warning, no last word."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def interrupt(self, by: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """Ctrl-C, or SIGTERM; the exit status and the rest of what it printed."""
        self.process.send_signal(by)
        rest, _ = self.process.communicate(timeout=15)
        return self.process.returncode, rest

    def close(self) -> None:
        if self.process.poll() is None:
            self.kill()
        if self.process.stdout is not None:
            self.process.stdout.close()
