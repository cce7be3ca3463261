"""The mean of several networks, as one: `python -m tools.mean_network [--weights] OUT FILE=SHARE …`.

In a checkout. Networks that were learned apart err apart, so their mean chooses better than each: its hidden
units are those of all of them. Spreads, and what says how it was made, are those of the first; play the
result with `network=OUT`, calibrate it with a generation of `farmtable train --begin` of nearly no rate.

Generations of one training differ by little, and so can be meant weight by weight (`--weights`): that takes
out what the last games happened to teach (stochastic weight averaging, Izmailov et al. 2018), at no cost to
who plays with it. What says how it was made is that of the last.
"""

from __future__ import annotations

import sys
from array import array
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from farmtable.bots.network_file import pack_tensors, parse_tensors
from farmtable.core import BadOption

Numbers = NDArray[np.float64]


def mean(networks: list[dict[str, array[float]]], shares: list[float]) -> dict[str, array[float]]:
    """The tensors of a network that expects the mean of what these do, each counted by its share.

    Raises BadOption where they have not the same features.
    """
    if len({len(tensors["slope"]) for tensors in networks}) != 1:
        raise BadOption("only networks with the same features have a mean")
    parts = [share / sum(shares) for share in shares]
    found: dict[str, Numbers] = {
        "hidden": np.concatenate(
            [np.array(one["hidden"]).reshape(-1, len(one["bias"])) for one in networks], axis=1
        ),
        "bias": np.concatenate([np.array(one["bias"]) for one in networks]),
        "out": np.concatenate(
            [np.array(one["out"]) * part for one, part in zip(networks, parts, strict=True)]
        ),
    }
    for name in ("slope", "shift", "typical"):
        found[name] = np.sum(
            [np.array(one[name]) * part for one, part in zip(networks, parts, strict=True)], axis=0
        )
    packed = {name: array("f", part.astype(np.float32).tobytes()) for name, part in found.items()}
    return {**packed, "spreads": networks[0]["spreads"]}


def mean_of_weights(networks: list[dict[str, array[float]]], shares: list[float]) -> dict[str, array[float]]:
    """The tensors of a network each of whose weights is the mean of theirs, each counted by its share.

    Raises BadOption where they differ in shape.
    """
    shapes = {tuple((name, len(values)) for name, values in sorted(one.items())) for one in networks}
    if len(shapes) != 1:
        raise BadOption("only networks of the same shape can be meant weight by weight")
    found: dict[str, array[float]] = {}
    for name in networks[0]:
        mixed = np.average([np.array(one[name]) for one in networks], axis=0, weights=shares)
        found[name] = array("f", mixed.astype(np.float32).tobytes())
    return found


def main() -> None:
    """Read, mix and write."""
    weights = sys.argv[1:2] == ["--weights"]
    out, *given = sys.argv[2 if weights else 1 :]
    pairs = [one.rpartition("=") for one in given]
    read = [parse_tensors(Path(path).read_bytes()) for path, _, _ in pairs]
    mix = mean_of_weights if weights else mean
    mixed = mix([tensors for tensors, _ in read], [float(share) for _, _, share in pairs])
    Path(out).write_bytes(pack_tensors(mixed, read[-1 if weights else 0][1]))
    print(out, Path(out).stat().st_size)


if __name__ == "__main__":
    main()
