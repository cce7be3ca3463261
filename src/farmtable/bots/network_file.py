"""Trained evaluations as files, in the safetensors format: a JSON header, then plain float numbers.

https://huggingface.co/docs/safetensors - a format that only holds data, so that a file from anywhere can be
loaded. Its metadata say how the network was made (command, seed, time) and hold the digest of the names of
the features that it has learned from: it is refused for any others.
"""

from __future__ import annotations

import json
import os
import struct
from array import array
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from math import inf, isfinite
from pathlib import Path
from typing import Any

from librt.vecs import append, vec

from farmtable.bots.budget import UNLIMITED, Budget, level_budget
from farmtable.bots.evaluation import EstimateEvaluation, Evaluation
from farmtable.bots.layer import HEAVIEST, rounded
from farmtable.bots.network import Network
from farmtable.bots.node import PRIOR_VISITS
from farmtable.bots.policy import Policy
from farmtable.bots.sheet import SheetHead
from farmtable.core import BadRecord
from farmtable.core.declaration import Declaration
from farmtable.core.feature_names import digest_of
from farmtable.core.files import MOST_DATA, read_whole
from farmtable.core.sheet_line import SheetLine

TENSORS = ("hidden", "bias", "out", "slope", "shift", "spreads", "typical")
POLICY = ("policy_hidden", "policy_bias", "policy_out", "policy_shift")
TOLD = ("surpluses", "sheet_steady", "sheet_fading", "sheet_shares", "sheet_bounds")
"""Tensors that only inform people and change no decision: a file has either all or none of them."""
CHANCES = "told_spreads"
"""The spreads for the chances that people see, for each number of seats; they change no decision, either."""
STRETCH = "stretch"
"""A table that only networks trained on choices have; the others use leads as they are."""
FEATURES = "features"
"""In the metadata: the digest of the names of the features."""
LINES = "lines"
"""In the metadata: the lines of the score sheet that are told, in English, in JSON."""
SCORES = "level_scores"
"""In the metadata: by numbers of seats the mean points of each level among its like, in JSON."""
KINDS = {"F32": "<f", "F16": "<e"}
"""The kinds of numbers that are known, and how `struct` names them."""
LARGEST = 64 << 20
FREEST = 1000.0
MOST_PRIOR_VISITS = 1000.0


def evaluation_of(
    game: Declaration, players: int, options: Mapping[str, Any], network: str = ""
) -> Evaluation:
    """The best evaluation there is for such a game: a trained one, or else the game's own estimate.

    `network` names a file to use instead; it is read again if it has changed since. Raises BadRecord if it is
    not for this game.
    """
    if network:
        return _of_file(Path(network), game).twin()
    for path in game.networks(players, options):
        if path.exists():
            return _loaded(path, game.feature_names, game.num_actions, game.sheet_lines).twin()
    return EstimateEvaluation()


def level_scores(game: Declaration, players: int, options: Mapping[str, Any]) -> tuple[float | None, ...]:
    """The mean final points of each level, from the first, in such games against itself; None: not measured.

    Empty if nothing was measured: in variants whose network was made for others, and with an owner's figures.
    """
    if any(option.is_file and options.get(option.name) for option in game.options):
        return ()
    wanted = game.networks(players, options)
    for path in wanted:
        if path.exists():
            made = _described(path)
            if game.networks(players, json.loads(made["options"])) != wanted:
                return ()
            return tuple(json.loads(made.get(SCORES, "{}")).get(str(players), ()))
    return ()


@cache
def _described(path: Path) -> Mapping[str, str]:
    """The metadata of a network of the package."""
    return metadata(path)


def load_network(
    path: str | os.PathLike[str], features: Sequence[str], actions: int = 0, lines: tuple[SheetLine, ...] = ()
) -> Network:
    """The network in a file, for features of these names, in this order, and this many actions (0: any).

    With `lines` of score sheets it also predicts these, if it has learned them.

    Raises BadRecord where it is not one.
    """
    try:
        return parse_network(_read(Path(path)), features, actions, lines)
    except BadRecord as error:
        raise BadRecord(f"{path} is no trained evaluation of this game: {error}") from None


def parse_network(
    data: bytes, features: Sequence[str], actions: int = 0, lines: tuple[SheetLine, ...] = ()
) -> Network:
    """The network in the bytes of a file, for such features, actions and lines, as `load_network`.

    Raises BadRecord where they are none.
    """
    tensors, made = parse_tensors(data)
    learned, here = made.get(FEATURES, "none"), digest_of(features)
    if learned != here:
        raise BadRecord(f"it has learned from other features ({learned}; those here are {here})")
    stretch = tensors.pop(STRETCH, array("f", [1.0] * 101))
    policy = _policy({name: tensors.pop(name) for name in POLICY if name in tensors}, len(features), actions)
    told = {name: tensors.pop(name) for name in TOLD if name in tensors}
    told_spreads = _told_spreads(tensors.pop(CHANCES, array("f")))
    if sorted(tensors) != sorted(TENSORS):
        raise BadRecord(f"it holds {', '.join(sorted(tensors)) or 'nothing'}")
    width = len(tensors["bias"])
    if width % 8:
        raise BadRecord(f"it has {width} hidden units, not a multiple of 8")
    count = len(features)
    lengths = {
        "hidden": count * width,
        "out": width,
        "slope": count,
        "shift": 1,
        "spreads": 101,
        "typical": 1,
    }
    for name, length in lengths.items():
        if len(tensors[name]) != length:
            raise BadRecord(f"{name} has {len(tensors[name])} numbers, not {length}")
    if len(stretch) != 101:
        raise BadRecord(f"{STRETCH} has {len(stretch)} numbers, not 101")
    _check_weights(tensors, ("hidden", "bias", "slope"))
    _check_finite({**tensors, STRETCH: stretch})
    hidden, bias, out, slope, shift, spreads, typical = (_packed(tensors[name]) for name in TENSORS)
    network = Network(rounded(hidden), rounded(bias), out, rounded(slope), shift[0], spreads, typical[0])
    network.stretch = _packed(stretch)
    network.levels = _levels(made.get("levels", "[]"))
    network.others = _others(made.get("others", "0"))
    if told:
        network.surpluses, network.sheet = _told(told, width + count + 1, _names(made), lines)
    network.told_spreads = told_spreads
    network.policy = policy
    if policy is not None:
        network.likeliest = _likeliest(made.get("likeliest", ""))
    network.prior_visits = _prior_visits(made.get("prior_visits", f"{PRIOR_VISITS:g}"))
    return network


def _policy(tensors: dict[str, array[float]], features: int, actions: int) -> Policy | None:
    """The policy that these tensors are, or None where there are none."""
    if not tensors:
        return None
    if len(tensors) < len(POLICY):
        raise BadRecord(f"of its policy it holds {', '.join(sorted(tensors))} alone")
    width, known = len(tensors["policy_bias"]), len(tensors["policy_shift"])
    if width == 0 or width % 8:
        raise BadRecord(f"its policy has {width} hidden units, not a multiple of 8")
    if actions not in {0, known}:
        raise BadRecord(f"its policy knows {known} actions; those here are {actions}")
    for name, length in (("policy_hidden", features * width), ("policy_out", known * width)):
        if len(tensors[name]) != length:
            raise BadRecord(f"{name} has {len(tensors[name])} numbers, not {length}")
    _check_weights(tensors, ("policy_hidden", "policy_bias"))
    _check_finite(tensors)
    hidden, bias, out, shift = (_packed(tensors[name]) for name in POLICY)
    return Policy(rounded(hidden), rounded(bias), out, shift)


def _names(made: Mapping[str, str]) -> list[str]:
    """The lines of score sheets that the metadata name."""
    try:
        return [str(name) for name in json.loads(made.get(LINES, "[]"))]
    except (ValueError, TypeError) as error:
        raise BadRecord(f"its lines of score sheets are none: {error}") from None


def _told(
    tensors: dict[str, array[float]], row: int, names: Sequence[str], lines: tuple[SheetLine, ...]
) -> tuple[vec[float], SheetHead | None]:
    """Known surpluses, and what tells these lines, if any are given; rows of weights are so long."""
    if len(tensors) < len(TOLD):
        raise BadRecord(f"of what it tells of score sheets it holds {', '.join(sorted(tensors))} alone")
    if lines and list(names) != [str(line) for line in lines]:
        raise BadRecord(f"it has learned other lines of score sheets ({', '.join(names)})")
    lengths = {"steady": len(names) * row, "fading": len(names) * row, "shares": len(names)}
    lengths["bounds"] = 2 * len(names)
    for part, length in lengths.items():
        name = f"sheet_{part}"
        if len(tensors[name]) != length:
            raise BadRecord(f"{name} has {len(tensors[name])} numbers, not {length}")
    if len(tensors["surpluses"]) % 101:
        raise BadRecord(f"surpluses has {len(tensors['surpluses'])} numbers, not 101 a number of seats")
    if not all(isfinite(number) for numbers in tensors.values() for number in numbers):
        raise BadRecord("what it tells of score sheets has numbers without end")
    surpluses, steady, fading, shares, bounds = (_packed(tensors[name]) for name in TOLD)
    return surpluses, SheetHead(lines, steady, fading, shares, bounds) if lines else None


def _told_spreads(numbers: array[float]) -> vec[float]:
    """The spreads by which chances are told."""
    if len(numbers) % 101:
        raise BadRecord(f"{CHANCES} has {len(numbers)} numbers, not 101 a number of seats")
    if not all(0.0 <= number < inf for number in numbers):
        raise BadRecord(f"{CHANCES} has numbers below 0 or without end")
    return _packed(numbers)


def _check_weights(tensors: Mapping[str, array[float]], names: Sequence[str]) -> None:
    for name in names:
        if any(not abs(weight) <= HEAVIEST for weight in tensors[name]):
            raise BadRecord(f"{name} has weights beyond {HEAVIEST:g}")


def _check_finite(tensors: Mapping[str, array[float]]) -> None:
    for name, numbers in tensors.items():
        if not isfinite(sum(numbers)):
            raise BadRecord(f"{name} has numbers without end")


def metadata(path: Path) -> dict[str, str]:
    """What a network file says about how it was made. Raises BadRecord if it is not a network file."""
    try:
        return dict(_header(_read(path))[0].get("__metadata__", {}))
    except (struct.error, ValueError, TypeError, AttributeError) as error:
        raise BadRecord(f"{path} is not in the safetensors format: {error}") from None


def _header(data: bytes) -> tuple[dict[str, Any], int]:
    """The header of a file with these bytes, and where its tensors begin."""
    (length,) = struct.unpack_from("<Q", data)
    if length > LARGEST:
        raise ValueError("its header is too long")
    return json.loads(data[8 : 8 + length]), 8 + length


def parse_tensors(data: bytes) -> tuple[dict[str, array[float]], dict[str, str]]:
    """The tensors in these bytes, flat, of float32 or float16, and their metadata.

    Raises BadRecord for anything else.
    """
    try:
        header, first = _header(data)
        made = dict(header.pop("__metadata__", {}))
        tensors = {}
        for name, entry in header.items():
            begin, end = entry["data_offsets"]
            kind = KINDS.get(entry["dtype"])
            if kind is None or not 0 <= begin <= end <= len(data) - first:
                raise ValueError(f"{name} is not a tensor of float32 or float16 within the file")
            numbers = memoryview(data)[first + begin : first + end]
            tensors[name] = array("f", [number for (number,) in struct.iter_unpack(kind, numbers)])
    except (struct.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRecord(f"this is not the safetensors format: {error}") from None
    return tensors, made


def halves(data: bytes) -> set[str]:
    """The names of the tensors in these bytes of a file that are kept as float16."""
    return {name for name, entry in _header(data)[0].items() if entry.get("dtype") == "F16"}


def pack_tensors(
    tensors: Mapping[str, array[float]], made: Mapping[str, str], half: Collection[str] = ()
) -> bytes:
    """The bytes of a file with these flat float32 tensors and the metadata `made`.

    Those named in `half` are rounded to float16: half the size, accurate to one part in 2,000.
    """
    header: dict[str, Any] = {"__metadata__": dict(made)}
    parts: list[bytes] = []
    offset = 0
    for name, numbers in tensors.items():
        dtype = "F16" if name in half else "F32"
        parts.append(struct.pack(f"<{len(numbers)}{KINDS[dtype][1]}", *numbers))
        end = offset + len(parts[-1])
        header[name] = {"dtype": dtype, "shape": [len(numbers)], "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return b"".join([struct.pack("<Q", len(text)), text, *parts])


def _levels(text: str) -> list[Budget]:
    """The budgets of the levels, as the metadata tell them: [[simulations, temperature], …]."""
    try:
        found = [
            level_budget(level, int(simulations), float(temperature))
            for level, (simulations, temperature) in enumerate(json.loads(text), 1)
        ]
    except (ValueError, TypeError) as error:
        raise BadRecord(f"its levels are none: {error}") from None
    if len(found) not in (0, 8):
        raise BadRecord(f"it has {len(found)} levels, not 8")
    return found


def _others(text: str) -> float:
    """How freely others are taken to choose, as the metadata tell it: 0 or more."""
    found = _number(text)
    if not 0.0 <= found <= FREEST:
        raise BadRecord(f"its others choose with a freedom of {text}, not 0 to {FREEST:g}")
    return found


def _prior_visits(text: str) -> float:
    """As much as so many simulations an appraisal counts, as the metadata tell it: above 0."""
    found = _number(text)
    if not 0.0 < found <= MOST_PRIOR_VISITS:
        raise BadRecord(f"its appraisals count as {text} simulations, not above 0 to {MOST_PRIOR_VISITS:g}")
    return found


def _likeliest(text: str) -> int:
    """How many actions the policy names, as the metadata tell it: 1 or more."""
    if not text.isdecimal() or not 1 <= int(text) <= UNLIMITED:
        raise BadRecord(f"its policy names {text or 'no'} actions, not 1 or more")
    return int(text)


def _number(text: str) -> float:
    """The number that a text tells; -1.0 for one that tells none."""
    try:
        return float(text)
    except ValueError:
        return -1.0


def _read(path: Path) -> bytes:
    try:
        return read_whole(path, MOST_DATA)
    except OSError as error:
        raise BadRecord(f"cannot read {path}: {error.strerror}") from None


@cache
def _loaded(path: Path, features: tuple[str, ...], actions: int, lines: tuple[SheetLine, ...]) -> Network:
    """The network of a file of the package, which stays as it is."""
    return load_network(path, features, actions, lines)


_files: dict[Path, tuple[object, Network]] = {}
"""Of files of somebody's own what they were when they were read last, and what was read."""


def _of_file(path: Path, game: Declaration) -> Network:
    """The network in a file of somebody's own, who may train on and write it anew."""
    try:
        found = path.stat()
    except OSError as error:
        raise BadRecord(f"cannot read {path}: {error.strerror}") from None
    now = (game, found.st_ino, found.st_mtime_ns, found.st_size)
    before, network = _files.get(path, (None, None))
    if network is None or before != now:
        network = load_network(path, game.feature_names, game.num_actions, game.sheet_lines)
        _files[path] = (now, network)
    return network


def _packed(numbers: array[float]) -> vec[float]:
    out = vec[float](capacity=len(numbers))
    for number in numbers:
        out = append(out, number)
    return out
