"""Try an installed farmtable out, with nothing but what it brought along: played, thought and served.

Run by the Python it is installed for, from anywhere: `python try_installed.py`. It says what it found, and
ends with an error where something is missing. Every wheel of a release is held to it.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

NEEDS_NO = ("fastapi", "sqlalchemy", "polars", "numpy", "typer")
"""What `import farmtable` does without: these are for the table, the arena and the command line."""
SERVED_WITHIN = 60.0


def main() -> None:
    """All of it, in an empty folder."""
    began = time.perf_counter()
    import farmtable

    seconds = time.perf_counter() - began
    home = Path(farmtable.__file__).parent
    assert Path(sysconfig.get_paths()["purelib"]) in home.parents, f"{home} is not the installed package"
    loaded = [name for name in NEEDS_NO if name in sys.modules]
    assert not loaded, f"import farmtable loads {loaded}"
    kind = "compiled" if list(home.glob("core/state.*.[sp][oy]*")) else "pure Python"
    print(f"farmtable {farmtable.__version__}, {kind}, imported in {1000 * seconds:.0f} ms")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.chdir(folder)
        for id in farmtable.games():
            play(id)
        serve()
        os.chdir("/")


def play(id: str) -> None:
    """A game to its end, its record, and a thought about its first decision."""
    import farmtable
    from farmtable.bots import Budget, SearchBot, make_bot

    match = farmtable.Match(id, seed=1)
    seen = match.state.seen_by(match.state.to_play)
    thought = SearchBot(farmtable.Rng(1), Budget(20)).think(seen)
    bot = make_bot("greedy", farmtable.Rng(1))
    while (seat := match.state.to_play) != farmtable.OVER:
        match.play(bot.choose(match.state.seen_by(seat)))
    match.record.save(f"{id}.json")
    farmtable_command("verify", f"{id}.json")
    print(f"{id}: {match.state.scores()}, first thought of {seen.describe(thought.candidates[0].action)!r}")


def farmtable_command(*words: str) -> str:
    """What the command line answers."""
    command = [sys.executable, "-m", "farmtable", *words]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    return done.stdout


def serve() -> None:
    """The lobby, from a server of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["serve", "--port", str(port), "--no-browser", "--db", "sqlite:///tables.sqlite"]
    with subprocess.Popen([sys.executable, "-m", "farmtable", *words]) as server:  # noqa: S603
        try:
            page = fetch(f"http://127.0.0.1:{port}/", server)
        finally:
            server.terminate()
    assert "Agricola" in page
    assert 'lang="it"' in page
    assert "Impara" in page, "no translations"
    print(f"the lobby is served in Italian: {len(page):,} characters")


def fetch(address: str, server: subprocess.Popen[bytes]) -> str:
    """A page in Italian, once the server is there."""
    until = time.monotonic() + SERVED_WITHIN
    request = urllib.request.Request(address, headers={"Accept-Language": "it"})  # noqa: S310
    while True:
        assert server.poll() is None, f"the server has ended: {server.returncode}"
        try:
            with urllib.request.urlopen(request) as answer:  # noqa: S310 - of this machine
                return str(answer.read().decode())
        except urllib.error.URLError:
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.2)


if __name__ == "__main__":
    main()
