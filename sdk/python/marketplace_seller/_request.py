"""From the arguments of an operation to the bytes that are sent."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from ._errors import failure
from ._version import VERSION

FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Request:
    """What an operation hands over."""

    method: str
    url: str
    path: Mapping[str, object] = field(default_factory=dict)
    query: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, object] = field(default_factory=dict)
    body: object = None
    content_type: str = "application/json"
    extra_headers: Mapping[str, str] | None = None
    timeout: float | None = None
    #: It may be sent again although the first one may have been executed.
    is_repeatable: bool = False
    #: The service takes an Idempotency-Key.
    takes_key: bool = False
    #: It needs no access token.
    is_public: bool = False
    #: Its answer is a document, not JSON.
    is_document: bool = False


@dataclass(frozen=True)
class BuiltRequest:
    """A request that can be sent any number of times. The access token is not in it."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes | None
    is_document: bool
    max_answer_bytes: float

    def most_bytes(self, status: int) -> float:
        """How long the answer may be. A document is as long as it is, or as the part of it that is asked for."""
        if not (self.is_document and 200 <= status < 300):
            return self.max_answer_bytes
        part = re.fullmatch(r"bytes=(\d{1,15})-(\d{1,15})", self.headers.get("range", ""))
        return int(part[2]) - int(part[1]) + 1 if part else float("inf")


def read_base_url(base_url: str) -> tuple[str, str, int, str]:
    """Scheme, host, port and path. The path has no slash at its end: those of operations begin with one."""
    url = urlsplit(base_url)
    if url.scheme not in ("http", "https") or not url.hostname or url.username or url.query or url.fragment:
        raise ValueError("base_url must be an http or https address without user name, query and fragment.")
    return url.scheme, url.hostname, url.port or (443 if url.scheme == "https" else 80), url.path.rstrip("/")


def build_request(prefix: str, request: Request, max_answer_bytes: float) -> BuiltRequest:
    """Raises InvalidInput for what no request can carry."""
    query = urlencode(_pairs(request.query))
    target = prefix + _fill_path(request.url, request.path) + (f"?{query}" if query else "")
    headers = {"accept": "application/json", "user-agent": f"marketplace-seller-python/{VERSION}"}
    for name, value in [*request.headers.items(), *(request.extra_headers or {}).items()]:
        if value is not None:
            headers[name.lower()] = _header(name, str(value))
    body = None
    if request.body is not None:
        headers.setdefault("content-type", request.content_type)
        body = _body(request.body, headers["content-type"])
    if "if-none-match" in headers:
        headers.setdefault("cache-control", "max-age=0")
    if request.takes_key:
        headers.setdefault("idempotency-key", secrets.token_urlsafe(32))
    return BuiltRequest(request.method, target, headers, body, request.is_document, max_answer_bytes)


def wait_seconds_of(request: Request, headers: Mapping[str, str]) -> float:
    """How long the service may wait before it answers, because the caller asked it to."""
    preferred = re.search(r'(?:^|[\s,;])wait="?(\d{1,6})', headers.get("prefer", ""), re.IGNORECASE)
    given = request.body.get("waitSeconds") if isinstance(request.body, Mapping) else 0
    in_body = float(given) if isinstance(given, (int, float)) and given > 0 else 0.0
    return max(float(preferred[1]) if preferred else 0.0, in_body)


def _fill_path(template: str, values: Mapping[str, object]) -> str:
    def segment(found: re.Match[str]) -> str:
        text = str(values.get(found[1], ""))
        # URLs cannot express these as a segment: every client and proxy removes `.` and `..`, also in their encoded form.
        if text in ("", ".", ".."):
            raise failure("InvalidInput", f"{found[1]} cannot be sent.", 'It must be text other than "", "." and "..".')
        try:
            return quote(text, safe="")
        except UnicodeEncodeError:
            raise failure("InvalidInput", f"{found[1]} cannot be sent.", "It must be Unicode text.") from None

    return re.sub(r"\{(\w+)\}", segment, template)


def _pairs(fields: Mapping[str, object]) -> list[tuple[str, str]]:
    """Lists are repeated; None is left out."""
    pairs: list[tuple[str, str]] = []
    for name, value in fields.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not None:
                pairs.append((name, ("true" if one else "false") if isinstance(one, bool) else str(one)))
    return pairs


def _header(name: str, value: str) -> str:
    # Without the value: it may be a secret.
    if not re.fullmatch(r"[\t -~\x80-\xff]*", value):
        raise failure("InvalidInput", f"{name} cannot be sent.", "A header has only visible characters and spaces.")
    return value


def _body(body: Any, content_type: str) -> bytes:
    if isinstance(body, (str, bytes)):
        return body.encode() if isinstance(body, str) else body
    if content_type.startswith(FORM):
        return urlencode(_pairs(body)).encode()
    try:
        if isinstance(body, (list, tuple)) and re.search("ndjson|jsonl|json-lines", content_type):
            return b"".join(_json(line) + b"\n" for line in body)
        return _json(body)
    except (TypeError, ValueError, UnicodeEncodeError) as cause:
        raise failure("InvalidInput", "body cannot be sent.", "It cannot be written as JSON.") from cause


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
