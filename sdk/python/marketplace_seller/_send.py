"""Sends calls, with retries and a deadline."""

from __future__ import annotations

import random
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic, sleep
from typing import Any, Protocol

from ._answer import Outcome, read_answer
from ._connections import Connections, HttpAnswer, Interrupted, NeverSent, Overdue, TooLarge
from ._errors import ApiError, failure
from ._request import BuiltRequest, Request, build_request, read_base_url, wait_seconds_of

__all__ = ["MAX_ANSWER_BYTES", "Request", "Sender", "TokenSource", "may_pass", "retry_delay", "seen_answers"]

FIRST_BACKOFF = 0.25
MAX_BACKOFF = 30.0
#: Far above every answer in JSON: so much of a service that is broken, or not the right one, fits into memory.
MAX_ANSWER_BYTES = 64 * 2**20

_seen: ContextVar[list[HttpAnswer] | None] = ContextVar("marketplace_seller_seen", default=None)


@contextmanager
def seen_answers() -> Iterator[list[HttpAnswer]]:
    """The successful answers of the calls that this thread, or a thread of `asyncio.to_thread`, makes inside."""
    seen: list[HttpAnswer] = []
    before = _seen.set(seen)
    try:
        yield seen
    finally:
        _seen.reset(before)


class TokenSource(Protocol):
    def token(self, ends_at: float) -> str:
        """A token that is likely to be valid. Concurrent calls share one request."""

    def reject(self, token: str) -> None:
        """The service has answered 401 for this token: the next call of `token` gets another one."""


def retry_delay(attempt: int, error: ApiError | None) -> float:
    """Exponential backoff with full jitter, or a little longer than `Retry-After` says: callers must not come back together."""
    if error is not None and error.retry_after is not None:
        return error.retry_after + random.random() * FIRST_BACKOFF
    return random.random() * min(FIRST_BACKOFF * 2.0 ** min(attempt, 20), MAX_BACKOFF)


def may_pass(error: BaseException) -> bool:
    """The service may be back later."""
    return isinstance(error, ApiError) and (
        error.status >= 500 or error.status in (408, 429) or error.code in ("ConnectionFailed", "DeadlineExceeded")
    )


class Sender:
    """Sends calls: at most `max_attempts` requests each, and one more when a token was rejected, within the deadline of the call."""

    def __init__(
        self,
        base_url: str,
        *,
        tokens: TokenSource | None = None,
        timeout: float = 30.0,
        max_attempts: int = 5,
        max_answer_bytes: float = MAX_ANSWER_BYTES,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        scheme, host, port, self._prefix = read_base_url(base_url)
        # NaN would let a call go on for ever.
        if not (timeout > 0 and max_attempts >= 1 and max_answer_bytes > 0):
            raise ValueError("timeout, max_attempts and max_answer_bytes must be numbers above 0.")
        self.connections = Connections(scheme, host, port, ssl_context)
        self._tokens = tokens
        self._timeout = timeout
        self._max_attempts = max_attempts
        self._max_answer_bytes = max_answer_bytes

    def call(self, request: Request) -> Any:
        """The body of a successful answer."""
        built = build_request(self._prefix, request, self._max_answer_bytes)
        # A call that asks the service to wait may take that much longer.
        seconds = request.timeout
        if seconds is None:
            seconds = self._timeout + wait_seconds_of(request, built.headers)
        ends_at = monotonic() + seconds
        cause: ApiError | None = None
        number = 0
        try:
            if not seconds > 0:
                raise Overdue
            attempt = _Attempt(self, built, request, ends_at)
            while True:
                number += 1
                outcome = attempt.run()
                if outcome.error is None:
                    seen = _seen.get()
                    if seen is not None and outcome.answer is not None:
                        seen.append(outcome.answer)
                    return outcome.value
                if number >= self._max_attempts or not _may_repeat(outcome, request):
                    raise outcome.error
                cause = outcome.error
                delay = retry_delay(number, cause)
                # The failure itself says more than a deadline that passes while nothing happens.
                if monotonic() + delay >= ends_at:
                    raise outcome.error
                sleep(delay)
        except Overdue:
            message = f"The call took longer than {seconds:g} s."
            raise failure("DeadlineExceeded", message, "Its deadline is timeout.") from cause


class _Attempt:
    """A token that is rejected is renewed once in a call: the service executes nothing with it."""

    def __init__(self, sender: Sender, built: BuiltRequest, request: Request, ends_at: float) -> None:
        self._sender, self._built, self._request, self._ends_at = sender, built, request, ends_at
        self._was_renewed = False

    def run(self) -> Outcome:
        tokens = self._sender._tokens
        if tokens is None or self._request.is_public or "authorization" in self._built.headers:
            return self._exchange(None)
        token = _token(tokens, self._ends_at)
        outcome = self._exchange(token)
        error = outcome.error
        if error is None or error.status != 401 or error.sign_in_max_age is not None or self._was_renewed:
            return outcome
        self._was_renewed = True
        tokens.reject(token)
        fresh = _token(tokens, self._ends_at)
        return outcome if fresh == token else self._exchange(fresh)

    def _exchange(self, token: str | None) -> Outcome:
        authorization = f"Bearer {token}" if token else None
        try:
            answer = self._sender.connections.send(self._built, authorization, self._ends_at)
        except NeverSent as cause:
            return _no_answer(cause, was_refused=True)
        except Interrupted as cause:
            return _no_answer(cause, was_refused=False, status=cause.status)
        except TooLarge as cause:
            return _too_large(cause)
        return read_answer(answer, self._request.is_document, token)


def _no_answer(cause: Exception, *, was_refused: bool, status: int = 0) -> Outcome:
    text = "The connection failed in the middle of the answer." if status else "The service gave no answer."
    error = failure("ConnectionFailed", text, "Check base_url and the network.", status)
    error.__cause__ = cause.__cause__
    is_transient = status == 0 or 200 <= status < 300 or status == 429 or 502 <= status <= 504
    return Outcome(error=error, is_transient=is_transient, was_refused=was_refused or status == 429)


def _too_large(cause: TooLarge) -> Outcome:
    """It does not pass: the next one would be as long."""
    text = f"The answer is longer than max_answer_bytes, or than the part that was asked for: {cause.most:.0f}."
    return Outcome(error=failure("AnswerTooLarge", text, f"Status {cause.status}.", cause.status))


def _may_repeat(outcome: Outcome, request: Request) -> bool:
    """What may have been executed is sent again only when that does no harm."""
    error = outcome.error
    if not outcome.is_transient or error is None:
        return False
    # A 503 is what a caller of a health check asks for.
    if error.status == 503 and request.url.startswith("/health/"):
        return False
    return outcome.was_refused or request.is_repeatable


def _token(tokens: TokenSource, ends_at: float) -> str:
    """Tokens are visible ASCII."""
    try:
        token = tokens.token(ends_at)
    except (ApiError, Overdue):
        raise
    except Exception as cause:
        raise failure("NoToken", "The credentials gave no valid access token.", "Check them.") from cause
    if not isinstance(token, str) or not re.fullmatch(r"[!-~]+", token):
        raise failure("NoToken", "The credentials gave no valid access token.", "Check them.")
    return token
