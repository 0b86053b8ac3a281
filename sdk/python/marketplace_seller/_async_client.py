"""The client for asyncio: the same one, in threads."""

from __future__ import annotations

import ssl
import threading
from collections.abc import AsyncIterator, Callable

from . import _threads
from ._client import SellerClient
from ._generated.async_operations import AsyncOperations
from ._generated.types import ListedEvent, Report, ReportBody
from ._loops import OnGap, OnRetry
from ._messages import OnStale, PulledMessage
from ._reports import AsyncReportRun
from ._send import MAX_ANSWER_BYTES
from ._tokens import Credentials


class AsyncSellerClient(AsyncOperations):
    """All operations as coroutines. A call that is cancelled goes on in its thread until its deadline, and its result is dropped."""

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
        #: The client that makes the calls.
        self.sync = SellerClient(
            base_url,
            credentials,
            timeout=timeout,
            max_attempts=max_attempts,
            max_answer_bytes=max_answer_bytes,
            ssl_context=ssl_context,
        )
        super().__init__(self.sync)

    def events(
        self,
        after: int | str | None = None,
        *,
        limit: int | None = None,
        follow: bool = True,
        wait_seconds: int = 20,
        on_gap: OnGap | None = None,
        on_retry: OnRetry | None = None,
        stop: threading.Event | None = None,
    ) -> AsyncIterator[ListedEvent]:
        """As `SellerClient.events`."""
        return _threads.each(
            self.sync.events(
                after,
                limit=limit,
                follow=follow,
                wait_seconds=wait_seconds,
                on_gap=on_gap,
                on_retry=on_retry,
                stop=stop,
            )
        )

    def messages(
        self,
        channel_id: str,
        *,
        max_messages: int = 10,
        wait_seconds: int | None = None,
        visibility_timeout_seconds: int | None = None,
        stops_when_idle: bool = False,
        on_stale: OnStale | None = None,
        on_retry: OnRetry | None = None,
        stop: threading.Event | None = None,
    ) -> AsyncIterator[PulledMessage]:
        """As `SellerClient.messages`."""
        return _threads.each(
            self.sync.messages(
                channel_id,
                max_messages=max_messages,
                wait_seconds=wait_seconds,
                visibility_timeout_seconds=visibility_timeout_seconds,
                stops_when_idle=stops_when_idle,
                on_stale=on_stale,
                on_retry=on_retry,
                stop=stop,
            )
        )

    def report(
        self,
        wanted: ReportBody | str,
        *,
        on_progress: Callable[[Report], None] | None = None,
        on_retry: OnRetry | None = None,
        stop: threading.Event | None = None,
    ) -> AsyncReportRun:
        """As `SellerClient.report`. `on_progress` and `on_retry` are called in a thread."""
        return AsyncReportRun(self.sync.report(wanted, on_progress=on_progress, on_retry=on_retry, stop=stop))
