"""`farmtable serve --reload`: a game that is being written is served as it is now."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

GAME = """
from tests.core.sealed_bids import SealedBidsGame


class Changing(SealedBidsGame):
    id = "changing"
    title = "{title}"


GAME = Changing()
"""


@pytest.mark.slow
def test_a_game_that_changes_is_served_anew(tmp_path: Path) -> None:
    game = tmp_path / "changing_game.py"
    game.write_text(GAME.format(title="First"))
    told = tmp_path / "changing-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: changing\nVersion: 1\n")
    (told / "entry_points.txt").write_text("[farmtable.games]\nchanging = changing_game:GAME\n")
    served = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "farmtable",
            "serve",
            "--reload",
            "--no-browser",
            "--db",
            f"sqlite:///{tmp_path}/t.db",
        ],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert served.stdout is not None
        address = re.findall(r"http://\S+", served.stdout.readline())[0]
        wait_for(address, "First")
        game.write_text(GAME.format(title="The Second"))
        wait_for(address, "The Second")
    finally:
        served.send_signal(signal.SIGINT)
        assert served.wait(timeout=20) == 0


def wait_for(address: str, title: str) -> None:
    """Until the lobby has a game of this title."""
    said = ""
    for _ in range(100):
        try:
            said = httpx.get(address, timeout=10).text
        except httpx.TransportError:
            said = ""
        if f">{title}<" in said:
            return
        time.sleep(0.3)
    raise AssertionError(f"no {title!r} in {said[:2000]}")
