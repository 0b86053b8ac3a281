"""What calls raise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict


class ErrorEntry(TypedDict):
    """One of the errors that the service lists."""

    code: str
    message: str
    details: str


class ApiError(Exception):
    """Every failure of a call, with the code of the service's first error, or one of this package's own.

    - ConnectionFailed: there was no answer, or only a part of one. Unless the operation only reads, the service may have executed it.
    - DeadlineExceeded: the time of the call was up. A call that would have to wait beyond its deadline does not wait: it fails at once
      with the 429 or 503 itself, and its `retry_after`.
    - InvalidAnswer: the answer is not one of the service, but for example the page of a proxy.
    - AnswerTooLarge: the answer is longer than `max_answer_bytes` of the client. Documents of reports have no bound.
    - NotModified, Redirected: a 304 or another redirect. Redirects are not followed.
    - InvalidInput with status 0: no request can carry what the caller gave.
    - NoToken: the credentials gave no access token. AuthorizationRequired: only the seller can help.
    """

    def __init__(
        self,
        status: int,
        errors: Sequence[ErrorEntry],
        *,
        request_id: str | None = None,
        retry_after: float | None = None,
        sign_in_max_age: int | None = None,
    ) -> None:
        super().__init__(errors[0]["message"])
        #: 0: no answer began.
        self.status = status
        #: All errors of the answer.
        self.errors = list(errors)
        #: The code of the first error, for programs.
        self.code = errors[0]["code"]
        self.message = errors[0]["message"]
        #: Which field, and what would be right.
        self.details = errors[0]["details"]
        #: Give it to the operator of the service: it finds the call in the log.
        self.request_id = request_id
        #: How many seconds the service asked to wait.
        self.retry_after = retry_after
        #: The operation needs a person who signed in at most so many seconds ago (RFC 9470): no renewed token helps.
        self.sign_in_max_age = sign_in_max_age

    def __str__(self) -> str:
        request = f" (request {self.request_id})" if self.request_id else ""
        return f"{self.status} {self.code}: {self.message} {self.details}{request}"


def failure(code: str, message: str, details: str, status: int = 0) -> ApiError:
    """A failure that this package finds, not the service."""
    return ApiError(status, [{"code": code, "message": message, "details": details}])
