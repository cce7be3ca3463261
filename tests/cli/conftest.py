"""Running the command line inside the test process."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from farmtable.cli import main


class Answer(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


Run = Callable[..., Answer]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run_here(*arguments: object) -> Answer:
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return run_here
