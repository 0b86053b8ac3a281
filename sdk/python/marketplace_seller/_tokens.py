"""Where access tokens come from."""

from __future__ import annotations

import base64
import ssl
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as WaitTimeout
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any
from urllib.parse import quote_plus

from ._connections import Overdue
from ._errors import ApiError, failure
from ._request import FORM, Request
from ._send import Sender, TokenSource, may_pass, retry_delay
from ._stores import StoredTokens, TokenStore


@dataclass(frozen=True)
class SellerCredentials:
    """The seller's own application: it acts for one seller, with all of the seller's rights."""

    client_id: str
    client_secret: str


@dataclass(frozen=True)
class DelegatedGrant:
    """An application that a seller has authorized. Public applications have no secret. `exchange_code` puts the first tokens into the store."""

    client_id: str
    token_store: TokenStore
    client_secret: str | None = None


#: Tokens of your own. It is called before every request with the token that the service did not accept, or None.
TokenFunction = Callable[[str | None], str]
Credentials = SellerCredentials | DelegatedGrant | TokenFunction

#: Longer than the service waits for its identity provider.
TIMEOUT = 30.0
#: A token is renewed so many seconds before its end, or after 90 % of the time that it had left when it was first seen here.
MAX_MARGIN = 60.0
PAUSE_AFTER_FAILURE = 5.0
MAX_ATTEMPTS = 4
#: A longer `Retry-After` is for the caller to decide.
MAX_DELAY = 10.0


@dataclass(frozen=True)
class IssuedTokens:
    access_token: str
    #: Seconds since 1970 UTC; None: unknown.
    expires_at: float | None = None
    refresh_token: str | None = None


class TokenClient:
    """Asks for tokens (RFC 6749 5). No request is repeated here."""

    def __init__(
        self, base_url: str, client_id: str, client_secret: str | None, ssl_context: ssl.SSLContext | None = None
    ) -> None:
        self._sender = Sender(base_url, timeout=TIMEOUT, max_attempts=1, ssl_context=ssl_context)
        self._client_id, self._secret = client_id, client_secret

    def request(self, fields: dict[str, str]) -> IssuedTokens:
        # Before the request: what the answer took on its way is no part of the token's life.
        sent_at = time.time()
        headers: dict[str, str] = {}
        body = dict(fields)
        if self._secret is None:
            body["client_id"] = self._client_id
        else:
            # Both are form-encoded, so that a colon in the id separates nothing (RFC 6749 2.3.1).
            pair = f"{quote_plus(self._client_id)}:{quote_plus(self._secret)}"
            headers["authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        try:
            answer = self._sender.call(
                Request("POST", "/auth/v4/token", headers=headers, body=body, content_type=FORM, is_public=True)
            )
        except ApiError as error:
            if error.status < 400:
                raise
            raise _refused(error, [*fields.values(), self._secret]) from None
        return _issued(answer, sent_at)


def _issued(answer: Any, sent_at: float) -> IssuedTokens:
    fields = answer if isinstance(answer, dict) else {}
    token, lasts, refresh = fields.get("access_token"), fields.get("expires_in"), fields.get("refresh_token")
    if not isinstance(token, str) or not token:
        raise failure("InvalidAnswer", "The answer has no access token.", "Check base_url.", 200)
    return IssuedTokens(
        token,
        sent_at + lasts if isinstance(lasts, (int, float)) else None,
        refresh if isinstance(refresh, str) and refresh else None,
    )


def authorization_required(details: str, status: int = 0) -> ApiError:
    """The grant is absent or has ended. Only the seller can help."""
    return failure("AuthorizationRequired", "The seller must authorize the application (again).", details, status)


def _refused(error: ApiError, secrets: list[str | None]) -> ApiError:
    """The secrets were sent: the error does not repeat them, even if the answer does."""

    def shown(text: str) -> str:
        return "" if any(one and one in text for one in secrets) else text

    if error.code == "invalid_grant":
        again = authorization_required(shown(error.message), error.status)
    else:
        code = shown(error.code) or "InvalidAnswer"
        text = f"The service refused to issue a token: {error.status} {code}."
        again = failure(code, text, shown(error.message), error.status)
    again.request_id, again.retry_after = error.request_id, error.retry_after
    return again


@dataclass(frozen=True)
class _Current:
    token: str
    expires_at: float
    renew_at: float


class RenewedTokens:
    """Keeps one access token, and renews it once for all threads when it is due or was rejected."""

    def __init__(
        self, renew: Callable[[str | None], IssuedTokens], may_repeat: Callable[[BaseException], bool]
    ) -> None:
        self._renew, self._may_repeat = renew, may_repeat
        self._lock = threading.Lock()
        self._current: _Current | None = None
        self._running: Future[str] | None = None

    def token(self, ends_at: float) -> str:
        with self._lock:
            current = self._current
            if current is not None and time.time() < current.renew_at:
                return current.token
            running = self._running
            if running is None:
                running = self._running = Future()
                # In a thread of its own: a caller whose time is up leaves, and the others have its result.
                threading.Thread(target=self._run, args=(running,), daemon=True).start()
        try:
            return running.result(max(ends_at - monotonic(), 0.0))
        except WaitTimeout:
            if running.done():
                raise
            raise Overdue from None

    def reject(self, token: str) -> None:
        with self._lock:
            if self._current is not None and self._current.token == token:
                self._current = replace(self._current, expires_at=0.0, renew_at=0.0)

    def _run(self, running: Future[str]) -> None:
        try:
            token = self._renewed()
        except BaseException as error:
            with self._lock:
                self._running = None
            running.set_exception(error)
        else:
            with self._lock:
                self._running = None
            running.set_result(token)

    def _renewed(self) -> str:
        attempt = 0
        while True:
            attempt += 1
            with self._lock:
                current = self._current
            try:
                issued = self._renew(current.token if current else None)
            except Exception as error:
                if current is not None and current.expires_at > time.time() and may_pass(error):
                    # It is still valid: another renewal is tried a little later.
                    with self._lock:
                        self._current = replace(current, renew_at=time.time() + PAUSE_AFTER_FAILURE)
                    return current.token
                delay = retry_delay(attempt, error if isinstance(error, ApiError) else None)
                if attempt >= MAX_ATTEMPTS or delay > MAX_DELAY or not self._may_repeat(error):
                    raise
                time.sleep(delay)
                continue
            expires_at = float("inf") if issued.expires_at is None else issued.expires_at
            margin = min(MAX_MARGIN, max(expires_at - time.time(), 0.0) / 10)
            with self._lock:
                self._current = _Current(issued.access_token, expires_at, expires_at - margin)
            return issued.access_token


class _Delegated:
    """A refresh token works once: using it twice ends the grant. So under the store's lock the tokens are loaded again, because another
    process may have renewed them, and the new refresh token is saved before anything that came with it is used. Tokens that could not be
    saved are kept here, and saved before anything else is done."""

    def __init__(self, client: TokenClient, store: TokenStore) -> None:
        self._client, self._store = client, store
        self._latest: tuple[str, StoredTokens, IssuedTokens] | None = None

    def renew(self, replaced: str | None) -> IssuedTokens:
        usable = _usable(self._store.load(), replaced)
        if usable is not None:
            return usable
        with self._store.lock():
            stored = self._store.load()
            if stored is None:
                raise authorization_required("The token store is empty: see authorization_url.")
            return _usable(stored, replaced) or self._refresh(stored["refresh_token"])

    def _refresh(self, used: str) -> IssuedTokens:
        if self._latest is None or self._latest[0] != used:
            issued = self._client.request({"grant_type": "refresh_token", "refresh_token": used})
            # A provider that does not rotate refresh tokens issues no new one.
            self._latest = (used, stored_of(issued, issued.refresh_token or used), issued)
        _, stored, issued = self._latest
        self._store.save(stored)
        if stored["refresh_token"] == used:
            self._latest = None
        return issued


def stored_of(issued: IssuedTokens, refresh_token: str) -> StoredTokens:
    stored: StoredTokens = {"refresh_token": refresh_token, "access_token": issued.access_token}
    if issued.expires_at is not None:
        stored["expires_at"] = issued.expires_at
    return stored


def _usable(stored: StoredTokens | None, replaced: str | None) -> IssuedTokens | None:
    if stored is None:
        return None
    token, expires_at = stored.get("access_token"), stored.get("expires_at")
    if token is None or token == replaced or (expires_at is not None and expires_at <= time.time()):
        return None
    return IssuedTokens(token, expires_at)


class _FunctionTokens:
    def __init__(self, give: TokenFunction) -> None:
        self._give = give
        self._rejected: str | None = None
        self._lock = threading.Lock()

    def token(self, ends_at: float) -> str:
        with self._lock:
            return self._give(self._rejected)

    def reject(self, token: str) -> None:
        self._rejected = token


def _was_not_executed(error: BaseException) -> bool:
    """The provider certainly did not execute the request."""
    return isinstance(error, ApiError) and (
        error.status == 429 or isinstance(error.__cause__, (ConnectionRefusedError,))
    )


def token_source_of(
    base_url: str, credentials: Credentials, ssl_context: ssl.SSLContext | None = None
) -> TokenSource:
    if isinstance(credentials, SellerCredentials):
        own = TokenClient(base_url, credentials.client_id, credentials.client_secret, ssl_context)
        # It may be repeated: it uses nothing up.
        return RenewedTokens(lambda _: own.request({"grant_type": "client_credentials"}), may_pass)
    if isinstance(credentials, DelegatedGrant):
        client = TokenClient(base_url, credentials.client_id, credentials.client_secret, ssl_context)
        return RenewedTokens(_Delegated(client, credentials.token_store).renew, _was_not_executed)
    return _FunctionTokens(credentials)
