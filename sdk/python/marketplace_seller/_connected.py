"""What clients of sellers and of the operator share."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

from ._answer import Answer, answer_with
from ._send import MAX_ANSWER_BYTES, Sender, seen_answers
from ._tokens import Credentials, token_source_of

Given = ParamSpec("Given")
Body = TypeVar("Body")


class Connected:
    """A client whose operations are calls of one service. Threads may share it."""

    def __init__(
        self,
        base_url: str,
        credentials: Credentials | None = None,
        *,
        timeout: float = 30.0,
        max_attempts: int = 5,
        max_answer_bytes: float = MAX_ANSWER_BYTES,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """`timeout`: how many seconds a call may take, with all its retries. A call that asks the service to wait may take that much
        longer. `max_attempts`: how often a call is sent at most when it fails in a way that may pass. `max_answer_bytes`: how long an
        answer in JSON may be; documents have no bound. Without `credentials` there are only operations that need no token."""
        tokens = None if credentials is None else token_source_of(base_url, credentials, ssl_context)
        self._sender = Sender(
            base_url,
            tokens=tokens,
            timeout=timeout,
            max_attempts=max_attempts,
            max_answer_bytes=max_answer_bytes,
            ssl_context=ssl_context,
        )

    def answer_of(
        self, operation: Callable[Given, Body], *given: Given.args, **named: Given.kwargs
    ) -> Answer[Body]:
        """Calls an operation of this client, and returns its answer with status and headers:
        `client.answer_of(client.get_listing_offers, "SKU", marketplace_id="M", item_condition="New").headers["etag"]`."""
        with seen_answers() as seen:
            body = operation(*given, **named)
        return answer_with(seen, body)

    def close(self) -> None:
        """Closes the connections that are kept for later calls."""
        self._sender.connections.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncConnected:
    """The same for asyncio: each call runs in a thread. One that is cancelled goes on until its deadline, and its result is dropped."""

    def __init__(self, connected: Connected) -> None:
        self._connected = connected

    async def answer_of(
        self, operation: Callable[Given, Awaitable[Body]], *given: Given.args, **named: Given.kwargs
    ) -> Answer[Body]:
        """As `Connected.answer_of`."""
        with seen_answers() as seen:
            body = await operation(*given, **named)
        return answer_with(seen, body)

    async def close(self) -> None:
        await asyncio.to_thread(self._connected.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
