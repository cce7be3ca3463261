"""Answers from before any page: one sentence as plain text, in the language that the browser asks for."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from farmtable.core import Text
from farmtable.i18n import catalogue_with_games, choose_language


def plain_answer(status: int, text: Text, headers: dict[str, str] | None = None) -> ASGIApp:
    """An application that says this to whoever asks."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        language = choose_language(None, Headers(scope=scope).get("accept-language"))
        said = text.render(catalogue_with_games(language))
        told = {"content-language": language, "vary": "accept-language", **(headers or {})}
        await PlainTextResponse(said, status, told)(scope, receive, send)

    return answer
