"""The authorization of an application by a seller: authorization code with PKCE (RFC 7636)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode, urlsplit

from ._errors import ApiError, failure
from ._request import read_base_url
from ._stores import TokenStore
from ._tokens import TokenClient, stored_of


@dataclass(frozen=True)
class StartedAuthorization:
    #: Send the seller's browser there.
    url: str
    #: Keep both with the browser's session for `exchange_code`. They work once.
    state: str
    verifier: str


def authorization_url(
    base_url: str, client_id: str, redirect_uri: str, scope: str = "offline_access"
) -> StartedAuthorization:
    """Starts an authorization. `redirect_uri` is one of those that the application registered, character for character."""
    read_base_url(base_url)
    state, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    digest = hashlib.sha256(verifier.encode()).digest()
    query = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": redirect_uri,
        "scope": scope,
        "state": state,
        "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
        "code_challenge_method": "S256",
    }
    return StartedAuthorization(f"{base_url.rstrip('/')}/auth/v4/authorize?{urlencode(query)}", state, verifier)


def exchange_code(
    base_url: str,
    *,
    client_id: str,
    client_secret: str | None = None,
    redirect_uri: str,
    callback_url: str,
    state: str,
    verifier: str,
    issuer: str,
    token_store: TokenStore,
) -> None:
    """Completes an authorization: checks the redirect, exchanges its code and saves the tokens in the store.

    `callback_url` is the address at which the seller's browser came back, with its query. `issuer` is that of the service's identity
    provider, from the operator's documentation: no other one may have sent the browser (RFC 9207).
    """
    code = _code_of(callback_url, state, issuer)
    client = TokenClient(base_url, client_id, client_secret)
    # Locked first: a code works once, and a store that cannot be locked should not use it up.
    with token_store.lock():
        issued = client.request(
            {
                "grant_type": "authorization_code",
                "code": code,
                "code_verifier": verifier,
                "redirect_uri": redirect_uri,
            }
        )
        if issued.refresh_token is None:
            raise _failed("InvalidAnswer", "The answer has no refresh token: request the scope offline_access.")
        token_store.save(stored_of(issued, issued.refresh_token))


def _code_of(callback_url: str, state: str, issuer: str) -> str:
    query = {name: values[0] for name, values in parse_qs(urlsplit(callback_url).query).items()}
    # A foreign redirect gets no information: not even its error is shown.
    if not hmac.compare_digest(query.get("state", "").encode(), state.encode()):
        raise _failed("AuthorizationFailed", "state is not that of this browser: start again.")
    if query.get("iss") != issuer:
        raise _failed("AuthorizationFailed", "iss is not the issuer: compare both.")
    if "error" in query:
        raise _failed(query["error"], query.get("error_description", ""))
    if not query.get("code"):
        raise _failed("AuthorizationFailed", "code is missing.")
    return query["code"]


def _failed(code: str, details: str) -> ApiError:
    return failure(code, "The application was not authorized.", details)
