"""The network files that bots name, and a check that they do not change while games are played.

Training meanwhile may overwrite a network, and results of two networks mixed together are true of neither.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from farmtable.bots.names import read_budget
from farmtable.core import BadOption
from farmtable.core.files import MOST_DATA, read_whole

Outcome = TypeVar("Outcome")


def files(bots: Iterable[str]) -> dict[str, Path]:
    """The file of each bot that names a network. Networks of the package are not named."""
    budgets = {name: read_budget(name.partition(":")[2]) for name in bots if name.startswith("search:")}
    return {name: Path(budget.network) for name, budget in budgets.items() if budget.network}


def digests(bots: Iterable[str]) -> dict[str, str]:
    """The digest of the file of each bot that names a network. Raises BadOption if there is no file."""
    return {name: digest_of(path) for name, path in files(bots).items()}


def digest_of(path: Path) -> str:
    """The digest of a file's content. Raises BadOption if there is no file."""
    try:
        return hashlib.sha256(read_whole(path, MOST_DATA)).hexdigest()
    except OSError as error:
        raise BadOption(f"cannot read the network {path}: {error.strerror}") from None


def unchanged(bots: Iterable[str], outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """Yields these outcomes of games. Raises BadOption at the first that may be of a network changed
    meanwhile.
    """
    before = {path: _as_it_is(path) for path in files(bots).values()}
    for outcome in outcomes:
        for path, known in before.items():
            if _as_it_is(path) != known:
                raise written_anew(path)
        yield outcome


def written_anew(path: Path) -> BadOption:
    """The message if games are stopped because of this."""
    return BadOption(
        f"the network {path} was written anew while games were played with it; name a copy of it"
    )


def _as_it_is(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
