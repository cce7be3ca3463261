"""Waiting for others, apart from what pages wait for: the event loop has a few threads, and whoever is
signed in needs one of them for each page.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def apart(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a call returns or raises, made in a thread of its own, which keeps nobody from ending.

    Whoever is cancelled meanwhile leaves it behind.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def work() -> None:
        try:
            result = call(*args, **kwargs)
        except BaseException as error:
            _hand_to(loop, _unless_done, answer, answer.set_exception, error)
        else:
            _hand_to(loop, _unless_done, answer, answer.set_result, result)

    threading.Thread(target=work, name="apart", daemon=True).start()
    return await answer


def _hand_to(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *args: object) -> None:
    with suppress(RuntimeError):  # it has ended
        loop.call_soon_threadsafe(call, *args)


def _unless_done(answer: asyncio.Future[T], say: Callable[..., object], what: object) -> None:
    if not answer.done():
        say(what)
