"""Connections to the service, which threads share."""

from __future__ import annotations

import http.client
import select
import ssl
import threading
from time import monotonic

from ._request import BuiltRequest

MAX_IDLE = 32
PIECE = 65_536


class NeverSent(Exception):
    """The request was certainly not executed: there was no connection."""


class Interrupted(Exception):
    """The connection failed when the request may have been executed. `status`: the answer had begun."""

    def __init__(self, status: int = 0) -> None:
        super().__init__(status)
        self.status = status


class Overdue(Exception):
    """The deadline passed."""


class TooLarge(Exception):
    """The answer is longer than the request allows."""

    def __init__(self, status: int, most: float) -> None:
        super().__init__(status, most)
        self.status, self.most = status, most


class HttpAnswer:
    """A whole answer."""

    def __init__(self, status: int, headers: http.client.HTTPMessage, body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    def header(self, name: str) -> str | None:
        value = self.headers.get(name)
        return value if isinstance(value, str) else None


class Connections:
    """Keeps connections open between calls. Redirects are not followed: they would take the token to another server."""

    def __init__(self, scheme: str, host: str, port: int, context: ssl.SSLContext | None) -> None:
        self._scheme, self._host, self._port = scheme, host, port
        self._context = context
        self._idle: list[http.client.HTTPConnection] = []
        self._lock = threading.Lock()

    def send(self, request: BuiltRequest, authorization: str | None, ends_at: float) -> HttpAnswer:
        """One request and its whole answer."""
        headers = {**request.headers, **({"authorization": authorization} if authorization else {})}
        connection = self._take(ends_at)
        is_kept = False
        try:
            answer, is_kept = _exchange(connection, request, headers, ends_at)
            return answer
        finally:
            self._give(connection, is_kept)

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for one in idle:
            one.close()

    def _take(self, ends_at: float) -> http.client.HTTPConnection:
        with self._lock:
            while self._idle:
                kept = self._idle.pop()
                # Something to read is the end of the connection: a request there might be lost.
                if kept.sock and not select.select([kept.sock], [], [], 0)[0]:
                    return kept
                kept.close()
        left = _left(ends_at)
        new: http.client.HTTPConnection
        if self._scheme == "https":
            context = self._context or ssl.create_default_context()
            new = http.client.HTTPSConnection(self._host, self._port, timeout=left, context=context)
        else:
            new = http.client.HTTPConnection(self._host, self._port, timeout=left)
        try:
            new.connect()
        except OSError as cause:
            new.close()
            if monotonic() >= ends_at:
                raise Overdue from cause
            raise NeverSent from cause
        return new

    def _give(self, connection: http.client.HTTPConnection, is_kept: bool) -> None:
        with self._lock:
            if is_kept and len(self._idle) < MAX_IDLE:
                self._idle.append(connection)
                return
        connection.close()


def _exchange(
    connection: http.client.HTTPConnection, request: BuiltRequest, headers: dict[str, str], ends_at: float
) -> tuple[HttpAnswer, bool]:
    status = 0
    try:
        _limit(connection, ends_at)
        connection.request(request.method, request.target, request.body, headers)
        _limit(connection, ends_at)
        response = connection.getresponse()
        status = response.status
        # With a length, http.client takes an early end of the connection for the end of the body.
        length = response.length
        most = request.most_bytes(status)
        received = 0
        pieces: list[bytes] = []
        while True:
            # `will_close` has taken the socket from the connection; its timeout stays as it was set.
            if connection.sock is not None:
                _limit(connection, ends_at)
            elif monotonic() >= ends_at:
                raise Overdue
            piece = response.read1(PIECE)
            if not piece:
                break
            received += len(piece)
            if received > most:
                raise TooLarge(status, most)
            pieces.append(piece)
        # `read1` does not notice the end of a body with a length.
        response.close()
        body = b"".join(pieces)
        if length is not None and len(body) != length:
            raise Interrupted(status)
        return HttpAnswer(status, response.headers, body), not response.will_close
    except (OSError, http.client.HTTPException) as cause:
        if isinstance(cause, TimeoutError) or monotonic() >= ends_at:
            raise Overdue from cause
        raise Interrupted(status) from cause


def _limit(connection: http.client.HTTPConnection, ends_at: float) -> None:
    if connection.sock is not None:
        connection.sock.settimeout(_left(ends_at))


def _left(ends_at: float) -> float:
    left = ends_at - monotonic()
    if left <= 0:
        raise Overdue
    # A socket cannot wait for months.
    return min(left, 86_400.0)
