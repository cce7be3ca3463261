"""Which games are announced: every entry point of the group `farmtable.games`, ours and others'.

What they are of is told by `registry.py`; here nothing is known of games, so that a position can say by
its game's id how it is unpickled.
"""

from __future__ import annotations

import sys
import traceback
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from farmtable.core.errors import BadOption

GROUP = "farmtable.games"


@cache
def installed() -> tuple[EntryPoint, ...]:
    """All entry points of the group."""
    # Read once: searching all installed distributions takes milliseconds.
    return tuple(entry_points(group=GROUP))


@cache
def announced() -> dict[str, EntryPoint]:
    """The entry points by the ids of their games."""
    return {point.name: point for point in installed()}


@cache
def load(id: str) -> Any:
    """What is announced as the game `id`. Raises BadOption with what there is instead."""
    if id not in announced():
        raise BadOption(f"there is no game {id!r}; the games: {', '.join(sorted(announced()))}")
    rivals = [point for point in installed() if point.name == id]
    if len(rivals) > 1 and any(announced()[id] is rival for rival in rivals):  # nothing was adopted instead
        packages = " and ".join(sorted(map(_package, rivals)))
        raise BadOption(f"several packages announce a game {id!r}: {packages}; uninstall all but one")
    return _loaded(announced()[id], f"the game {id!r} is announced but cannot be loaded")


def load_from(where: str) -> Any:
    """What stands at `where`, `module:NAME` or `path/to/file.py:NAME`. Raises BadOption if nothing does."""
    return _loaded(_point(where), f"{where!r} cannot be loaded")


def announce(id: str, where: str) -> None:
    """In this process `id` is the game that stands at `where`, whatever is installed."""
    announced()[id] = EntryPoint(id, _point(where).value, GROUP)
    load.cache_clear()


def _package(point: EntryPoint) -> str:
    """Which package an entry point is of, and where it leads."""
    package = point.dist.name if point.dist is not None else "a package without a name"
    return f"{package} ({point.value})"


def _loaded(point: EntryPoint, failed: str) -> Any:
    try:
        return point.load()
    except (Exception, SystemExit) as error:  # whatever somebody else's module raises: the other games go on
        raise BadOption(f"{failed}: {_said(error)}") from None


def _point(where: str) -> EntryPoint:
    """An entry point for `where`; the folder of a file is searched for modules from now on."""
    place, _, name = where.rpartition(":")
    if not (place and name.isidentifier()):
        raise BadOption(f"a game is named as module:NAME or path/to/file.py:NAME, not {where!r}")
    if not place.endswith(".py"):
        return EntryPoint("", f"{place}:{name}", GROUP)
    file = Path(place).resolve()
    if not file.is_file():
        raise BadOption(f"there is no file {place}")
    names, folder = [file.stem] if file.stem != "__init__" else [], file.parent
    while (folder / "__init__.py").is_file():
        names.insert(0, folder.name)
        folder = folder.parent
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    return EntryPoint("", f"{'.'.join(names)}:{name}", GROUP)


def _said(error: BaseException) -> str:
    """What went wrong in somebody's module, and where; a syntax error names its own place."""
    said = f"{type(error).__name__}: {error}"
    frames = [] if isinstance(error, SyntaxError) else traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames[1:] if not frame.filename.startswith("<frozen")]
    if not own or "importlib" in own[-1].filename:
        return said
    return f"{said} ({own[-1].filename}, line {own[-1].lineno})"


def position(id: str, data: dict[str, Any]) -> Any:
    """A position from its game's id and its `to_dict` (how positions are unpickled)."""
    return load(id).from_dict(data)
