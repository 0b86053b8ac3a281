"""What one attempt came to."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Generic, TypeVar

from ._connections import HttpAnswer
from ._errors import ApiError, ErrorEntry


Body = TypeVar("Body")


@dataclass(frozen=True)
class Answer(Generic[Body]):
    """A successful answer with its headers."""

    status: int
    #: Their names are in lower case.
    headers: dict[str, str]
    #: What the operation returns.
    body: Body


def answer_with(seen: list[HttpAnswer], body: Body) -> Answer[Body]:
    """`seen`: the answers of the calls that gave this body. The last one is that of the operation: others got it a token."""
    if not seen:
        raise TypeError("answer_of takes an operation of the client. Loops make calls later, and more than one.")
    headers = {name.lower(): ", ".join(seen[-1].headers.get_all(name, [])) for name in seen[-1].headers.keys()}
    return Answer(seen[-1].status, headers, body)


@dataclass(frozen=True)
class Outcome:
    #: Of a success.
    answer: HttpAnswer | None = None
    value: Any = None
    error: ApiError | None = None
    #: The failure may pass: sending the same request again makes sense.
    is_transient: bool = False
    #: The request was certainly not executed.
    was_refused: bool = False


def read_answer(answer: HttpAnswer, is_document: bool, token: str | None = None) -> Outcome:
    """An error does not repeat the token that was sent, even if the answer does."""
    status = answer.status
    is_success = 200 <= status < 300
    if is_success and is_document:
        return Outcome(answer, answer.body)
    if status == 204:
        return Outcome(answer)
    if 300 <= status < 400:
        code, message = (
            ("NotModified", "What you have is still current.")
            if status == 304
            else ("Redirected", "Redirects are not followed: check base_url.")
        )
        return failed(answer, [{"code": code, "message": message, "details": f"Status {status}."}])
    try:
        sent = answer.body
        body = json.loads(sent if is_success or not token else sent.replace(token.encode(), b"..."))
    except ValueError:
        # Without the cause: its message quotes the body, which may hold a token.
        body = None
    else:
        if is_success:
            return Outcome(answer, body)
    entries = _entries(body)
    if entries:
        return failed(answer, entries)
    details = f"Status {status}, content type {answer.header('content-type') or 'missing'}."
    message = "The answer is not one of the service. Is something else at its address?"
    return failed(answer, [{"code": "InvalidAnswer", "message": message, "details": details}])


def failed(answer: HttpAnswer, errors: list[ErrorEntry]) -> Outcome:
    """429: the service checks its limits before it executes anything. 503 may come after the execution. 502 and 504 are those of a proxy."""
    status = answer.status
    error = ApiError(
        status,
        errors,
        request_id=answer.header("x-request-id"),
        retry_after=retry_after_of(answer),
        sign_in_max_age=_sign_in_max_age(answer) if status == 401 else None,
    )
    is_transient = 200 <= status < 300 or status == 429 or 502 <= status <= 504
    return Outcome(error=error, is_transient=is_transient, was_refused=status == 429)


def retry_after_of(answer: HttpAnswer) -> float | None:
    """Whole seconds, or a date, which counts from the answer's own `Date` because the clock here may be wrong (RFC 9110 10.2.3)."""
    value = (answer.header("retry-after") or "").strip()
    if re.fullmatch(r"\d{1,9}", value):
        return float(value)
    at = _date(value)
    if at is None:
        return None
    sent = _date(answer.header("date") or "") or datetime.now(timezone.utc)
    return max((at - sent).total_seconds(), 0.0)


def _date(text: str) -> datetime | None:
    if not re.fullmatch(r"[A-Z][a-z]+, .* GMT", text):
        return None
    try:
        return parsedate_to_datetime(text)
    except ValueError:
        return None


def _sign_in_max_age(answer: HttpAnswer) -> int | None:
    challenge = answer.header("www-authenticate") or ""
    if not re.search(r'\berror="?insufficient_user_authentication\b', challenge):
        return None
    found = re.search(r'\bmax_age="?(\d{1,9})\b', challenge)
    return int(found[1]) if found else 0


def _entries(body: Any) -> list[ErrorEntry]:
    """The errors in any of the service's envelopes: a list, the list in an object (fees), RFC 6749 5.2 (authorization)."""
    if not isinstance(body, dict):
        return []
    errors = body.get("errors")
    if isinstance(errors, dict):
        errors = errors.get("errors")
    if not isinstance(errors, list):
        code = body.get("error")
        errors = [{"code": code, "message": body.get("error_description") or code}]
    entries: list[ErrorEntry] = []
    for one in errors:
        if isinstance(one, dict) and _text(one.get("code")) and _text(one.get("message")):
            entries.append(
                {"code": one["code"], "message": one["message"], "details": _text(one.get("details"))}
            )
    return entries


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
