"""Builds the hot modules with mypyc. Without a C compiler, or with FARMTABLE_PURE=1, they stay Python."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

COMPILED = [
    "src/farmtable/core/bits.py",
    "src/farmtable/core/observation.py",
    "src/farmtable/core/rng.py",
    "src/farmtable/core/state.py",
    "src/farmtable/core/perspective.py",
    "src/farmtable/core/playout.py",
    "src/farmtable/core/vectors.py",
    "src/farmtable/games/aehre/chance.py",
    "src/farmtable/games/aehre/facts.py",
    "src/farmtable/games/aehre/features.py",
    "src/farmtable/games/aehre/knowledge.py",
    "src/farmtable/games/aehre/land.py",
    "src/farmtable/games/aehre/observation.py",
    "src/farmtable/games/aehre/offers.py",
    "src/farmtable/games/aehre/placing.py",
    "src/farmtable/games/aehre/state.py",
    "src/farmtable/games/aehre/steps.py",
    "src/farmtable/games/aehre/turn.py",
    "src/farmtable/games/aehre/valuation.py",
    "src/farmtable/games/agricola/any_time.py",
    "src/farmtable/games/agricola/beginning.py",
    "src/farmtable/games/agricola/card.py",
    "src/farmtable/games/agricola/card_worths.py",
    "src/farmtable/games/agricola/cost.py",
    "src/farmtable/games/agricola/decisions.py",
    "src/farmtable/games/agricola/deck.py",
    "src/farmtable/games/agricola/draft.py",
    "src/farmtable/games/agricola/effects.py",
    "src/farmtable/games/agricola/exchanges.py",
    "src/farmtable/games/agricola/facts.py",
    "src/farmtable/games/agricola/farm_worth.py",
    "src/farmtable/games/agricola/farmyard.py",
    "src/farmtable/games/agricola/features.py",
    "src/farmtable/games/agricola/given_back.py",
    "src/farmtable/games/agricola/goods.py",
    "src/farmtable/games/agricola/grazing.py",
    "src/farmtable/games/agricola/hands.py",
    "src/farmtable/games/agricola/harvest.py",
    "src/farmtable/games/agricola/housing.py",
    "src/farmtable/games/agricola/improvements.py",
    "src/farmtable/games/agricola/knowledge.py",
    "src/farmtable/games/agricola/landing.py",
    "src/farmtable/games/agricola/menu.py",
    "src/farmtable/games/agricola/moments.py",
    "src/farmtable/games/agricola/observation.py",
    "src/farmtable/games/agricola/phrases.py",
    "src/farmtable/games/agricola/playing.py",
    "src/farmtable/games/agricola/prices.py",
    "src/farmtable/games/agricola/requirements.py",
    "src/farmtable/games/agricola/rounds.py",
    "src/farmtable/games/agricola/scoring.py",
    "src/farmtable/games/agricola/shapes.py",
    "src/farmtable/games/agricola/spaces.py",
    "src/farmtable/games/agricola/state.py",
    "src/farmtable/games/agricola/steps.py",
    "src/farmtable/games/agricola/turn.py",
    "src/farmtable/games/agricola/valuation.py",
    "src/farmtable/games/agricola/work.py",
    *sorted(map(str, Path().glob("src/farmtable/games/agricola/cards/[a-z]*.py"))),
    "src/farmtable/games/mi_tierra/arrivals.py",
    "src/farmtable/games/mi_tierra/chance.py",
    "src/farmtable/games/mi_tierra/development.py",
    "src/farmtable/games/mi_tierra/events.py",
    "src/farmtable/games/mi_tierra/facts.py",
    "src/farmtable/games/mi_tierra/farm.py",
    "src/farmtable/games/mi_tierra/features.py",
    "src/farmtable/games/mi_tierra/goods.py",
    "src/farmtable/games/mi_tierra/housing.py",
    "src/farmtable/games/mi_tierra/knowledge.py",
    "src/farmtable/games/mi_tierra/market.py",
    "src/farmtable/games/mi_tierra/observation.py",
    "src/farmtable/games/mi_tierra/placing.py",
    "src/farmtable/games/mi_tierra/scoring.py",
    "src/farmtable/games/mi_tierra/state.py",
    "src/farmtable/games/mi_tierra/steps.py",
    "src/farmtable/games/mi_tierra/turn.py",
    "src/farmtable/games/mi_tierra/valuation.py",
    "src/farmtable/games/mi_tierra/zones.py",
    "src/farmtable/bots/bot.py",
    "src/farmtable/bots/budget.py",
    "src/farmtable/bots/contest.py",
    "src/farmtable/bots/evaluation.py",
    "src/farmtable/bots/greedy.py",
    "src/farmtable/bots/network.py",
    "src/farmtable/bots/policy_play.py",
    "src/farmtable/bots/random.py",
    "src/farmtable/bots/search.py",
    "src/farmtable/bots/self_play.py",
    "src/farmtable/bots/thought.py",
    "src/farmtable/bots/tree.py",
]


class BuildOrGoWithout(build_ext):
    """Compiles everything or nothing: a half-compiled kernel would be slower and harder to trust."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # whatever a missing or broken compiler throws
            print(f"farmtable: not compiled ({error}); it works, about twenty times slower", file=sys.stderr)
            for path in self.get_outputs():
                if os.path.exists(path):
                    os.remove(path)
            self.extensions = []


class BuildWithCatalogues(build_py):
    """Puts the compiled gettext catalogues beside the modules."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:  # a checkout reads the .po files themselves
            self.compile_catalogues()

    def compile_catalogues(self) -> None:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for source in Path("src").glob("farmtable/locale/*/LC_MESSAGES/*.po"):
            target = Path(self.build_lib) / source.relative_to("src").with_suffix(".mo")
            target.parent.mkdir(parents=True, exist_ok=True)
            with source.open("rb") as po, target.open("wb") as mo:
                write_mo(mo, read_po(po))


def groups() -> list[tuple[list[str], str | None]]:
    """The compiled modules by the library they go into: one for each layer and each game.

    Several C compilers can then work at once, and a change compiles its own library anew, not all.
    Calls between libraries cost a little more (3 % in random games of Agricola).
    """
    found: dict[str, list[str]] = {}
    for path in COMPILED:
        layer, inside = Path(path).parts[2:4]
        found.setdefault(inside if layer == "games" else layer, []).append(path)
    return [(paths, f"farmtable_{name}") for name, paths in found.items()]


def extensions() -> list[Any]:
    """The compiled modules, or none where compiling is not wanted or mypyc is not at hand."""
    if os.environ.get("FARMTABLE_PURE", "") not in ("", "0"):
        return []
    from mypyc.build import mypycify

    # Without a cache: mypyc 2.4 fails when it finds half of several groups in one.
    options = [f"--cache-dir={os.devnull}", "--no-warn-unused-ignores", *COMPILED]
    found = list(mypycify(options, opt_level="3", debug_level="0", separate=groups()))
    for extension in found:  # mypyc asks for -Werror; a newer compiler's new warning is no reason to fail
        extension.extra_compile_args = [*(extension.extra_compile_args or []), "-Wno-error"]
    return found


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrGoWithout, "build_py": BuildWithCatalogues})
