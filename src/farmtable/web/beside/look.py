"""What pages look like to a browser: light or dark, and how large their text is."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from farmtable.web.identity import TWO_YEARS
from farmtable.web.reader import LOOK_COOKIE, LOOKS
from farmtable.web.wiring import PostedForm, local_path

router = APIRouter()


@router.post("/look")
def choose_look(form: PostedForm, request: Request) -> Response:
    """Remember what was chosen, and go back to where the reader was."""
    response = RedirectResponse(local_path(form.get("back")), 303)
    for name, choices in LOOKS.items():
        if (chosen := form.get(name)) in choices:
            response.set_cookie(
                LOOK_COOKIE.format(name=name),
                str(chosen),
                max_age=TWO_YEARS,
                httponly=True,
                samesite="lax",
                secure=request.url.scheme == "https",
            )
    return response
