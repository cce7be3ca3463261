"""The mean of several networks, as one: `python -m tools.mean_network OUT FILE=SHARE [FILE=SHARE …]`.

In a checkout. Networks that were learned apart err apart, so their mean chooses better than each: its hidden
units are those of all of them. Spreads, and what says how it was made, are those of the first; play the
result with `network=OUT`, calibrate it with a generation of `farmtable train --begin` of nearly no rate.
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


def main() -> None:
    """Read, mix and write."""
    out, *given = sys.argv[1:]
    pairs = [one.rpartition("=") for one in given]
    read = [parse_tensors(Path(path).read_bytes()) for path, _, _ in pairs]
    mixed = mean([tensors for tensors, _ in read], [float(share) for _, _, share in pairs])
    Path(out).write_bytes(pack_tensors(mixed, read[0][1]))
    print(out, Path(out).stat().st_size)


if __name__ == "__main__":
    main()
