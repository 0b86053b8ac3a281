"""Signatures of webhooks (Standard Webhooks, `v1`)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import Literal, cast

from ._generated.types import SellerEvent

WebhookErrorCode = Literal[
    "InvalidBody", "InvalidSecret", "MissingHeader", "InvalidTimestamp", "WrongSignature", "InvalidEvent"
]

#: The service sends one signature per secret, and has two during a rotation. More would only cost time.
MAX_SIGNATURES = 8


class WebhookError(Exception):
    """Why a request is not accepted as a webhook. It contains nothing of the secrets."""

    def __init__(self, code: WebhookErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


def verify_webhook(
    headers: Mapping[str, str],
    body: bytes | str,
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> SellerEvent:
    """Checks the signature of a webhook and returns the event. Raises a `WebhookError` when the request is not genuine.

    `body` is exactly what arrived: parsed and written again, it has other bytes. Pass all secrets that may be in use: while one is
    replaced, the old and the new one. The same event may arrive more than once: drop those whose `id` you have.
    """
    if not isinstance(body, (bytes, bytearray, str)):
        raise WebhookError(
            "InvalidBody", "Pass the body as it arrived, as bytes or text: turn off the JSON parser for this address."
        )
    content = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else bytes(body)
    keys = _keys([secrets] if isinstance(secrets, str) else list(secrets))
    message_id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    signatures = _header(headers, "webhook-signature")
    _must_be_recent(timestamp, tolerance_seconds, time.time() if now is None else now)
    signed = f"{message_id}.{timestamp}.".encode() + content
    candidates = [one for one in map(_signature, signatures.split(" ")) if one][:MAX_SIGNATURES]
    for key in keys:
        digest = hmac.new(key, signed, hashlib.sha256).digest()
        for candidate in candidates:
            if hmac.compare_digest(digest, candidate):
                return _event(content)
    raise WebhookError("WrongSignature", "None of the signatures is by one of the secrets.")


def _keys(secrets: Sequence[object]) -> list[bytes]:
    keys = [_decoded(one.removeprefix("whsec_")) if isinstance(one, str) else b"" for one in secrets]
    if not keys or not all(keys):
        raise WebhookError(
            "InvalidSecret", "Pass at least one secret, each in base64, with or without whsec_ before it."
        )
    return keys


def _decoded(text: str) -> bytes:
    """Empty when it is no base64."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return b""


def _signature(text: str) -> bytes:
    """The bytes of `v1,BASE64`. Other versions, and base64 that is not canonical, are ignored."""
    content = _decoded(text[3:])
    if len(content) != 32 or f"v1,{base64.b64encode(content).decode()}" != text:
        return b""
    return content


def _header(headers: Mapping[str, str], name: str) -> str:
    for key, value in headers.items():
        if key.lower() == name and value:
            return value
    raise WebhookError("MissingHeader", f"The header {name} is missing.")


def _must_be_recent(timestamp: str, tolerance: float, now: float) -> None:
    if re.fullmatch(r"[0-9]{1,12}", timestamp) and abs(int(now) - int(timestamp)) <= tolerance:
        return
    raise WebhookError(
        "InvalidTimestamp", f"The time of the attempt must be within {tolerance:g} seconds of now: check the clock."
    )


def _event(content: bytes) -> SellerEvent:
    try:
        event = json.loads(content.decode("utf-8"))
    except ValueError:
        # The message of the parser quotes the body.
        event = None
    if isinstance(event, dict) and isinstance(event.get("type"), str):
        return cast(SellerEvent, event)
    raise WebhookError("InvalidEvent", "The body is genuine, but no event in JSON.")
