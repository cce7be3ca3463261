"""The workflow that releases: nothing in it that an attacker could use, as far as a linter knows."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_workflows_pass_the_linter() -> None:
    command = [
        str(Path(sys.executable).parent / "zizmor"),
        "--offline",
        "--no-progress",
        str(ROOT / ".github"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
