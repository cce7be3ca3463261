"""Try a wheel out on a machine as bare as can be: `python -m tools.try_wheel dist/NAME.whl`.

In a fresh environment, with no compiler to be found and dependencies only as wheels, it is installed and
handed to `try_installed.py`. It is held to its size, too.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

MOST_BYTES = 7_000_000
"""Two millions of them are networks, which hardly let themselves be compressed."""


def main() -> None:
    """The wheel named on the command line."""
    wheel = Path(sys.argv[1]).resolve()
    size = wheel.stat().st_size
    print(f"{wheel.name}: {size:,} bytes", flush=True)
    assert size < MOST_BYTES, f"a wheel has less than {MOST_BYTES:,} bytes"
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / ("Scripts" if os.name == "nt" else "bin") / "python")
        bare = os.environ | {"PATH": str(Path(python).parent), "PIP_ONLY_BINARY": ":all:"}
        for words in (
            ["-m", "pip", "install", "--quiet", str(wheel)],
            [str(Path(__file__).parent / "try_installed.py")],
        ):
            subprocess.run([python, *words], env=bare, cwd=folder, check=True)  # noqa: S603


if __name__ == "__main__":
    main()
