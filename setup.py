"""Builds the hot modules with mypyc. Without a C compiler, or with FARMTABLE_PURE=1, they stay Python."""

from __future__ import annotations

import os
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED = [
    "src/farmtable/core/observation.py",
    "src/farmtable/core/rng.py",
    "src/farmtable/core/state.py",
    "src/farmtable/core/perspective.py",
    "src/farmtable/core/playout.py",
    "src/farmtable/core/vectors.py",
    "src/farmtable/games/aehre/chance.py",
    "src/farmtable/games/aehre/facts.py",
    "src/farmtable/games/aehre/knowledge.py",
    "src/farmtable/games/aehre/observation.py",
    "src/farmtable/games/aehre/placing.py",
    "src/farmtable/games/aehre/state.py",
    "src/farmtable/games/aehre/steps.py",
    "src/farmtable/games/aehre/turn.py",
    "src/farmtable/games/aehre/valuation.py",
    "src/farmtable/bots/bot.py",
    "src/farmtable/bots/greedy.py",
    "src/farmtable/bots/random.py",
]


class BuildOrGoWithout(build_ext):
    """Compiles everything or nothing: a half-compiled kernel would be slower and harder to trust."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # whatever a missing or broken compiler throws
            print(f"farmtable: not compiled ({error}); it works, about twenty times slower", file=sys.stderr)
            for path in self.get_outputs():
                if os.path.exists(path):
                    os.remove(path)
            self.extensions = []


def extensions() -> list[Extension]:
    """The compiled modules, or none where compiling is not wanted or mypyc is not at hand."""
    if os.environ.get("FARMTABLE_PURE", "") not in ("", "0"):
        return []
    from mypyc.build import mypycify

    found = list(mypycify(["--no-warn-unused-ignores", *COMPILED], opt_level="3", debug_level="0"))
    for extension in found:  # mypyc asks for -Werror; a newer compiler's new warning is no reason to fail
        extension.extra_compile_args = [*(extension.extra_compile_args or []), "-Wno-error"]
    return found


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrGoWithout})
