"""The proof that it is he who changes his account, and not somebody who has a copy of his cookie.

Who has a password says it. Who has none lets one of his passkeys sign anew: what the server says to that is
carried by the form, and holds for a few minutes and this session.
"""

from __future__ import annotations

from typing import Final

from fastapi.responses import JSONResponse
from itsdangerous import BadData, URLSafeTimedSerializer

from farmtable.core import Text
from farmtable.tables import NotSignedIn, Session, Tables
from farmtable.web.problems import as_problem
from farmtable.web.reader import Reader

SECONDS: Final = 300
NOT_PROVEN: Final = Text("Please use your passkey once more, so that we can be sure it is you.")


def check_it_is_he(session: Session, password: object, proof: object, tables: Tables) -> None:
    """Raises NotSignedIn for another's password; where the account has none, without a passkey's `proof`.

    That one has signed in a moment ago proves nothing: so has whoever copied the cookie by then. Raises
    TooOften, too.
    """
    if session.person.has_password:
        tables.people.check_password(session, str(password or ""))
    elif not _is_proof(session, str(proof or ""), tables):
        raise NotSignedIn(NOT_PROVEN)


def proof_by_passkey(session: Session, tables: Tables) -> str:
    """What the forms of this session carry after a passkey of its account has signed."""
    return str(_signer(tables).dumps(session.id))


def refused_to_script(error: Exception, reader: Reader) -> JSONResponse:
    """What a page's script is told that has asked for such a change."""
    problem = as_problem(error)
    return JSONResponse(
        {"problem": reader.say(problem.text)}, problem.status_code, dict(problem.headers or {})
    )


def _is_proof(session: Session, proof: str, tables: Tables) -> bool:
    try:
        return bool(_signer(tables).loads(proof, max_age=SECONDS) == session.id)
    except BadData:
        return False


def _signer(tables: Tables) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(tables.secret("passkeys").hex(), salt="farmtable.proof")
