"""Games that a browser has from before it came by https, under a cookie that anybody may have planted.

So nobody is known by it: he might play under an id that somebody else has as well, who would see his hand.
What is held under it may be taken along, if whoever sits at the browser says so.
"""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response

from farmtable.tables import Tables
from farmtable.web.identity import OLDER_COOKIE
from farmtable.web.reader import Reader
from farmtable.web.wiring import PostedForm, TheReader, TheTables

router = APIRouter()


def has_older(tables: Tables, reader: Reader) -> bool:
    """Whether there is anything that could be taken along."""
    return reader.older != "" and tables.lists.has_any(reader.older)


@router.post("/older")
def take_along(_: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Take it along. Where it is told of what happens does not come along: that might be another's device."""
    if reader.older:
        tables.people.bring_on(reader.older, reader.browser, reader.person)
    response = RedirectResponse("/#mine-title", 303)
    response.delete_cookie(OLDER_COOKIE, httponly=True, samesite="lax", secure=True)
    return response
