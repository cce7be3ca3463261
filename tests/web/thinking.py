"""What stands in for other processes in tests of pages: it thinks here, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from farmtable.tables import Asker, ThinkersLost


class ThinkHere:
    """Answers at once; after `patience` answers it fails, until it is given more patience."""

    def __init__(self, patience: int = 10**9) -> None:
        self.patience = patience
        self.asked: list[tuple[Any, ...]] = []

    def ask(self, task: Callable[..., Any], *args: Any) -> Future[Any]:
        answer: Future[Any] = Future()
        if len(self.asked) >= self.patience:
            answer.set_exception(ThinkersLost())
            return answer
        self.asked.append((task, *args))
        answer.set_result(task(*args))
        return answer

    def ask_for(self, _asker: Asker, task: Callable[..., Any], *args: Any) -> Future[Any]:
        return self.ask(task, *args)

    def close(self) -> None:
        """Nothing was opened."""
