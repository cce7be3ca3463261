"""Compiled templates on the disk: who starts next compiles nothing, and never runs what is old or spoilt."""

from __future__ import annotations

from pathlib import Path
from types import CodeType

import pytest
from jinja2 import DictLoader

from farmtable.folders import cache_folder
from farmtable.tables import SeatPlan, Settings, Tables
from farmtable.web import pages
from farmtable.web.drawing import kept
from farmtable.web.drawing.boards import draw
from farmtable.web.drawing.compiled import Compiled, compiled
from farmtable.web.drawing.kept import Fragments, Keeping
from farmtable.web.reader import Reader

GREETING = {"page": "{{ _('Hello') }}, {{ name }}!"}


class Counting(Keeping):
    """It knows what it had to compile."""

    def __init__(self, language: str, stored: Compiled | None, sources: dict[str, str], hello: str) -> None:
        super().__init__(language, loader=DictLoader(sources), autoescape=True, bytecode_cache=stored)
        self.globals["_"] = lambda _: hello
        self.fragments = Fragments()
        self.compiled: list[str | None] = []

    def compile(  # type: ignore[override]
        self, source: str, name: str | None = None, filename: str | None = None
    ) -> CodeType:
        self.compiled.append(name)
        return super().compile(source, name, filename)


def greet(
    folder: Path, language: str = "en", hello: str = "Hello", sources: dict[str, str] = GREETING
) -> tuple[str, list[str | None]]:
    """A page as a process draws it that has just begun, and what was compiled for it."""
    words = folder.parent / f"{language}.po"
    words.write_text(hello, encoding="utf-8")
    made = Counting(language, Compiled(folder, language, [words]), sources, hello)
    return made.get_template("page").render(name="<Anna>"), made.compiled


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "templates"
    found.mkdir(mode=0o700)
    return found


def test_the_next_process_has_nothing_to_compile(folder: Path) -> None:
    assert greet(folder) == ("Hello, &lt;Anna&gt;!", ["page"])
    assert greet(folder) == ("Hello, &lt;Anna&gt;!", [])


def test_what_is_read_is_known_without_compiling(folder: Path) -> None:
    made = Counting("en", Compiled(folder, "en", []), GREETING, "Hello")
    then = Counting("en", Compiled(folder, "en", []), GREETING, "Hello")
    assert made.reads("page", {}) == then.reads("page", {}) == (("name", None),)
    assert (made.compiled, then.compiled) == (["page"], [])


def test_each_language_has_its_own(folder: Path) -> None:
    assert greet(folder, "de", "Hallo") == ("Hallo, &lt;Anna&gt;!", ["page"])
    assert greet(folder, "fr", "Bonjour") == ("Bonjour, &lt;Anna&gt;!", ["page"])
    assert greet(folder, "de", "Hallo") == ("Hallo, &lt;Anna&gt;!", [])


def test_other_words_and_another_text_are_compiled_anew(folder: Path) -> None:
    greet(folder, "de", "Hallo")
    assert greet(folder, "de", "Servus") == ("Servus, &lt;Anna&gt;!", ["page"])
    other = {"page": "{{ _('Hello') }}!"}
    assert greet(folder, "de", "Servus", other) == ("Servus!", ["page"])
    assert len(list(folder.iterdir())) == 1, "what is old is replaced"


@pytest.mark.parametrize("left", [0, 1, 31, 32, 40, -1])
def test_what_is_cut_short_is_not_run(folder: Path, left: int) -> None:
    right, _ = greet(folder)
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:left])
    assert greet(folder) == (right, ["page"])
    assert greet(folder) == (right, [])


def test_what_is_spoilt_is_not_run(folder: Path) -> None:
    right, _ = greet(folder)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    for place in range(0, len(whole), 97):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert greet(folder) == (right, ["page"])


def test_a_full_disk_costs_only_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    stored = Compiled(folder, "en", [])
    monkeypatch.setattr(Path, "write_bytes", half)
    made = Counting("en", stored, GREETING, "Hello")
    assert made.get_template("page").render(name="Anna") == "Hello, Anna!"
    assert list(folder.iterdir()) == []


def test_a_folder_that_is_gone_costs_only_time(folder: Path) -> None:
    stored = Compiled(folder, "en", [])
    folder.rmdir()
    made = Counting("en", stored, GREETING, "Hello")
    assert made.get_template("page").render(name="Anna") == "Hello, Anna!"


def test_nothing_is_run_that_others_could_have_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARMTABLE_CACHE", str(tmp_path / "cache"))
    assert compiled("en", []) is not None
    (tmp_path / "cache" / "templates").chmod(0o777)
    assert compiled("en", []) is None


def test_a_folder_that_cannot_be_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").write_text("a file", encoding="utf-8")
    monkeypatch.setenv("FARMTABLE_CACHE", str(tmp_path / "cache"))
    assert compiled("en", []) is None


def test_where_they_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("FARMTABLE_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "farmtable"
    monkeypatch.setenv("FARMTABLE_CACHE", str(tmp_path / "elsewhere"))
    assert cache_folder() == tmp_path / "elsewhere"


def test_a_board_is_the_same_from_the_disk(
    tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each game, in a language with words of its own; and a second start compiles nothing."""
    monkeypatch.setenv("FARMTABLE_CACHE", str(tmp_path))
    reader = Reader("Anna", "de", "token")
    compiling: list[str] = []
    compile_template = Keeping.compile

    def counted(self: Keeping, source: str, *more: object) -> CodeType:
        compiling.append(source)
        return compile_template(self, source, *more)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(Keeping, "compile", counted)
    seats = [SeatPlan("local"), SeatPlan("friend")]
    games = ("aehre", "agricola", "mi_tierra")
    made = [tables.create(game, 2, seats, {}, Settings(), "Anna") for game in games]
    drawn = []
    for _ in range(2):
        pages.environment.cache_clear()
        kept.FRAGMENTS.clear()
        drawn.append(["".join(draw(tables, table, reader, None).pieces) for table in made])
        assert bool(compiling) == (len(drawn) == 1)
        compiling.clear()
    pages.environment.cache_clear()
    assert drawn[0] == drawn[1]
