"""A key of a device, in software: it signs what a page's script would have a device sign."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

from tests.web.visitor import Visitor

SITE, ORIGIN = "testserver", "http://testserver"
PRESENT_AND_VERIFIED, WITH_A_KEY = 0x05, 0x40


class Authenticator:
    """One key."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = secrets.token_bytes(16)
        self._uses = 0

    @property
    def id(self) -> str:
        """What the key is called in forms."""
        return bytes_to_base64url(self._id)

    def prove(self, visitor: Visitor) -> str:
        """What a form of this visitor carries after the key has signed that it is he."""
        answer = self.go(visitor, "proof")
        assert answer.status_code == 200, answer.text
        return str(answer.json()["proof"])

    def go(self, visitor: Visitor, purpose: str, name: str = "", password: str = "", proof: str = "") -> Any:
        """Ask for options as a visitor and answer them; what the server says, be it to the first."""
        headers = {"farmtable-token": visitor.token()}
        wish = {"name": name, "password": password, "proof": proof}
        asked = visitor.client.post(f"/passkeys/{purpose}/options", json=wish, headers=headers)
        if asked.status_code != 200:
            return asked
        challenge = asked.json()["options"]["challenge"]
        signed = self._used(challenge) if purpose in ("sign-in", "proof") else self._made(challenge)
        credential = {"id": self.id, "rawId": self.id, "type": "public-key", "response": signed}
        sent = {"state": asked.json()["state"], "credential": credential}
        return visitor.client.post(f"/passkeys/{purpose}", json=sent, headers=headers)

    def _used(self, challenge: str) -> dict[str, str]:
        client, device = self._client("webauthn.get", challenge), self._device(PRESENT_AND_VERIFIED)
        signature = self._key.sign(device + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "clientDataJSON": bytes_to_base64url(client),
            "authenticatorData": bytes_to_base64url(device),
            "signature": bytes_to_base64url(signature),
        }

    def _made(self, challenge: str) -> dict[str, str]:
        point = self._key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        device = self._device(PRESENT_AND_VERIFIED | WITH_A_KEY)
        device += bytes(16) + len(self._id).to_bytes(2, "big") + self._id + key
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": device})
        return {
            "clientDataJSON": bytes_to_base64url(self._client("webauthn.create", challenge)),
            "attestationObject": bytes_to_base64url(attested),
        }

    def _client(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": ORIGIN, "crossOrigin": False}
        return json.dumps(said).encode()

    def _device(self, flags: int) -> bytes:
        self._uses += 1
        return hashlib.sha256(SITE.encode()).digest() + bytes([flags]) + self._uses.to_bytes(4, "big")
