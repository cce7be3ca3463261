"""Passkeys: signing up and in with a key of one's device, more keys to an account, and the proof that it is
whose account it is who changes it.

A page's script asks for options, which hold a challenge, has the device sign them, and sends the answer. What
a challenge was for goes with it, signed by us; it holds once, for five minutes and the browser that asked.
"""

from __future__ import annotations

import secrets
from typing import Any, Final, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from itsdangerous import BadData, URLSafeTimedSerializer
from pydantic import BaseModel, ConfigDict, Field
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from farmtable.core import Text
from farmtable.tables import NotSignedIn, Passkey, Person, Session, TableError, Tables, TooOften
from farmtable.tables.people.accounts import UNKNOWN_PASSKEY, new_person_id
from farmtable.web.agents import describe
from farmtable.web.beside.called import server_name
from farmtable.web.devices import device_title, shown_time
from farmtable.web.gate.floods import address_of
from farmtable.web.pages import page
from farmtable.web.people.entrance import come_in
from farmtable.web.people.proof import check_it_is_he, proof_by_passkey, refused_to_script
from farmtable.web.problems import SIGN_IN_FIRST, Problem, as_problem
from farmtable.web.reader import Reader
from farmtable.web.wiring import (
    PostedByScript,
    PostedForm,
    TheReader,
    TheSession,
    TheTables,
)

router = APIRouter(prefix="/passkeys")

Purpose = Literal["sign-in", "sign-up", "more", "proof"]

SECONDS: Final = 300
LONGEST_ID: Final = 1400
NOT_SO: Final = Text("The passkey could not be checked. Please try again.")
VERIFIED: Final = UserVerificationRequirement.REQUIRED
CHOICE: Final = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED, user_verification=VERIFIED
)


class Wish(BaseModel):
    """What options are wanted for; `name` is that of an account to be made, `password` and `proof` show that
    an account is one's own."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(default="", max_length=100)
    password: str = Field(default="", max_length=200)
    proof: str = Field(default="", max_length=500)


class Answer(BaseModel):
    """What a device has signed, with what the form beside it says."""

    model_config = ConfigDict(extra="forbid", strict=True)

    state: str = Field(max_length=2000)
    credential: dict[str, Any]
    along: bool = False
    back: str = Field(default="/", max_length=2000)


@router.post("/{purpose}/options", dependencies=[PostedByScript])
def options(purpose: Purpose, wish: Wish, request: Request, tables: TheTables, reader: TheReader) -> Response:
    """What the device is to sign, and the `state` that must come back with it."""
    challenge = secrets.token_bytes(32)
    try:
        name, person_id = _whose(purpose, wish, tables, reader)
    except (TableError, Problem) as error:
        return refused_to_script(error, reader)
    known = [
        PublicKeyCredentialDescriptor(base64url_to_bytes(one.id))
        for one in (tables.people.passkeys.of(person_id) if person_id else ())
    ]
    if purpose in ("sign-in", "proof"):
        asked: Any = generate_authentication_options(
            rp_id=_site(request), challenge=challenge, user_verification=VERIFIED, allow_credentials=known
        )
    else:
        asked = generate_registration_options(
            rp_id=_site(request),
            rp_name=server_name(),
            user_name=name,
            user_id=person_id.encode(),
            challenge=challenge,
            authenticator_selection=CHOICE,
            exclude_credentials=known,
        )
    state = [purpose, request.state.form_key, bytes_to_base64url(challenge), person_id, name]
    signed = _signer(tables).dumps(state)
    return Response(
        f'{{"state": "{signed}", "options": {options_to_json(asked)}}}', media_type="application/json"
    )


@router.post("/{purpose}", dependencies=[PostedByScript])
def answer(
    purpose: Purpose, sent: Answer, request: Request, tables: TheTables, reader: TheReader
) -> Response:
    """Sign in, sign up, keep one more key or prove oneself, by what the device has signed."""
    try:
        challenge, person_id, name = _stated(purpose, sent, request, tables)
        if purpose in ("sign-in", "proof"):
            person = _signed_by(sent.credential, challenge, request, tables)
            if purpose == "proof":
                return _proven(person, reader, tables)
        else:
            made = _checked_new(sent.credential, challenge, person_id, request)
            if purpose == "more":
                tables.people.add_passkey(made)
                return JSONResponse({"to": "/account"})
            person = tables.people.sign_up_by_passkey(name, made, address_of(request))
    except (TableError, Problem) as error:
        return refused_to_script(error, reader)
    way = come_in(person, sent.back, sent.along, request, tables, reader)
    return _led_on(way)


@router.get("/keys/remove")
def remove_page(session: TheSession, tables: TheTables, reader: TheReader, passkey: str = "") -> Response:
    """What it means to take a key from one's account, and the button that does."""
    return _removing(passkey, session, tables, reader)


@router.post("/keys/remove")
def remove(form: PostedForm, session: TheSession, tables: TheTables, reader: TheReader) -> Response:
    """Take a key from one's account."""
    passkey = str(form.get("passkey", ""))
    try:
        check_it_is_he(session, form.get("password"), form.get("proof"), tables)
        tables.people.passkeys.remove(session.person.id, passkey)
    except (NotSignedIn, TooOften) as error:
        return _removing(passkey, session, tables, reader, error)
    return RedirectResponse("/account", 303)


def _whose(purpose: Purpose, wish: Wish, tables: Tables, reader: Reader) -> tuple[str, str]:
    """The name and the id of the account that a key is to be made for or proves; nothing where it is to open
    one.

    For a key to one's own account it is asked here who one is: what is signed for it later goes with this.
    """
    if purpose == "sign-in":
        return "", ""
    if purpose == "sign-up":
        return tables.people.check_free(wish.name), new_person_id()
    if reader.session is None:
        raise Problem(403, SIGN_IN_FIRST)
    if purpose == "more":
        check_it_is_he(reader.session, wish.password, wish.proof, tables)
    return reader.session.person.name, reader.session.person.id


def _stated(purpose: Purpose, sent: Answer, request: Request, tables: Tables) -> tuple[bytes, str, str]:
    """The challenge that was answered, and whose account it was for. Raises a Problem for one not of ours."""
    try:
        state = _signer(tables).loads(sent.state, max_age=SECONDS)
    except BadData:
        raise Problem(403, NOT_SO) from None
    asked, form_key, challenge, person_id, name = state
    if (asked, form_key) != (purpose, request.state.form_key):
        raise Problem(403, NOT_SO)
    tables.people.use_once(challenge)
    return base64url_to_bytes(challenge), person_id, name


def _signed_by(credential: dict[str, Any], challenge: bytes, request: Request, tables: Tables) -> Person:
    """Whose passkey has signed the challenge. Raises NotSignedIn, Problem."""
    passkey = tables.people.passkeys.find(str(credential.get("id", ""))[:LONGEST_ID])
    if passkey is None:
        raise NotSignedIn(UNKNOWN_PASSKEY)
    uses = _checked_use(credential, challenge, passkey, request)
    return tables.people.sign_in_by_passkey(passkey, uses)


def _proven(person: Person, reader: Reader, tables: Tables) -> JSONResponse:
    """What forms are to carry, as a passkey of who is signed in here has signed. Raises NotSignedIn."""
    if reader.session is None or reader.session.person.id != person.id:
        raise NotSignedIn(Text("This passkey does not belong to your account."))
    return JSONResponse({"proof": proof_by_passkey(reader.session, tables)})


def _checked_new(credential: dict[str, Any], challenge: bytes, person_id: str, request: Request) -> Passkey:
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=_site(request),
            expected_origin=_origin(request),
            require_user_verification=True,
        )
    except Exception:  # whatever its parsers say to what somebody has sent
        raise Problem(403, NOT_SO) from None
    return Passkey(
        bytes_to_base64url(made.credential_id),
        person_id,
        bytes_to_base64url(made.credential_public_key),
        made.sign_count,
        *describe(request.headers.get("user-agent", "")),
    )


def _checked_use(credential: dict[str, Any], challenge: bytes, passkey: Passkey, request: Request) -> int:
    try:
        used = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=_site(request),
            expected_origin=_origin(request),
            credential_public_key=base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.uses,
            require_user_verification=True,
        )
    except Exception:  # whatever its parsers say to what somebody has sent
        raise Problem(403, NOT_SO) from None
    return used.new_sign_count


def _signer(tables: Tables) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(tables.secret("passkeys").hex(), salt="farmtable.passkeys")


def _site(request: Request) -> str:
    return request.url.hostname or ""


def _origin(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"


def _led_on(way: RedirectResponse) -> JSONResponse:
    """Where a script is to go, with the cookies of a redirection."""
    response = JSONResponse({"to": way.headers["location"]})
    for cookie in way.headers.getlist("set-cookie"):
        response.headers.append("set-cookie", cookie)
    return response


def _removing(
    passkey_id: str, session: Session, tables: Tables, reader: Reader, error: TableError | None = None
) -> Response:
    """The page on which a key is taken away; who has no such key is led back to those that he has."""
    passkey = tables.people.passkeys.find(passkey_id[:LONGEST_ID])
    if passkey is None or passkey.person != session.person.id:
        return RedirectResponse("/account", 303)
    problem = None if error is None else as_problem(error)
    return page(
        "people/passkey.html",
        reader,
        200 if problem is None else problem.status_code,
        {} if problem is None else dict(problem.headers or {}),
        passkey=shown_passkey(passkey, reader),
        problem=None if problem is None else reader.say(problem.text),
    )


def shown_passkey(passkey: Passkey, reader: Reader) -> dict[str, Any]:
    """A key as pages show it."""
    return {
        "id": passkey.id,
        "title": device_title(passkey.program, passkey.system, reader),
        "since": shown_time(passkey.since, reader),
    }
