"""TOML of others is read with a bound on how deep it is: beyond it `tomllib` would take minutes."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from farmtable import BadOption, game
from farmtable.core.toml_text import MOST_PARTS, TooDeep, read_toml

DEEP = ".".join(["a"] * (MOST_PARTS + 1))
FITS = ".".join(["a"] * MOST_PARTS)


def too_deep(text: str) -> bool:
    """Whether it is refused for its depth, not for anything else."""
    try:
        read_toml(text)
    except TooDeep:
        return True
    except ValueError:
        return False
    return False


@pytest.mark.parametrize(
    "text",
    [
        f"{DEEP} = 1",
        f"{DEEP.replace('.', ' . ')} = 1",
        f"[{DEEP}]",
        f"[[{DEEP}]]",
        f"x = {{ {DEEP} = 1 }}",
        f"x = 1\r\n{DEEP} = 1",
        DEEP.replace("a", '"a"') + " = 1",
        DEEP.replace("a", "'#'") + " = 1",
        DEEP,  # what comes after it does not matter
        "x = " + "[" * 5000,
        "x = " + "{x = " * 5000,
    ],
)
def test_what_is_nested_too_deeply_is_refused(text: str) -> None:
    assert too_deep(text)


@pytest.mark.parametrize(
    "before",
    [
        'x = "it\'s" ',
        "x = 'a\\' ",
        'x = "\\\\" ',
        'x = "\\"" ',
        "x = '''a'''' ",
        "x = '''a''''' ",
        'x = """a"""" ',
        'x = """\\""" """ ',
        'x = """\n#""" ',
        '# """ it\'s ',
    ],
)
def test_no_quotes_hide_a_deep_key(before: str) -> None:
    tomllib.loads(before)
    assert too_deep(f"{before}\n{DEEP} = 1 # \" ' \"\"\" '''")


@pytest.mark.parametrize(
    "text",
    [
        f"{FITS} = 1",
        f"[{FITS}]\nb = 2.5",
        f"source = 'rulebook {DEEP}'",
        f'source = "{DEEP}"',
        f'source = """\n{DEEP} \\""" # {DEEP}\n"""',
        f"source = '''\n{DEEP} = 1\n'''",
        f"# {DEEP} = 1\nsizes = [{'1.5, ' * 40}]",
        "",
    ],
)
def test_what_people_write_is_read_as_ever(text: str) -> None:
    assert read_toml(text) == tomllib.loads(text)


def test_what_is_no_toml_is_no_value() -> None:
    for text in ("a", "a = ", 'a = "', 'a = """', "a = '''", "a = 1 1", "\\", '"' * 99):
        with pytest.raises(ValueError, match=r"\(at "):
            read_toml(text)


def test_a_file_of_the_command_line_is_bounded_too(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    for text in (f"{DEEP} = 1", "x = " + "[" * 5000):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(BadOption, match=r"is not a TOML file: .*(parts|deeply)"):
            game("aehre").check_options({"components": str(file)})
