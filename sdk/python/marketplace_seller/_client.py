"""The client of an application."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from ._generated.operations import Operations
from ._generated.types import ListedEvent, Report, ReportBody
from ._loops import EventsOptions, OnGap, OnRetry, follow_events
from ._messages import MessagesOptions, OnStale, PulledMessage, pull_messages
from ._reports import ReportRun


class SellerClient(Operations):
    """All operations for sellers and their applications, and loops over what comes in pieces. Threads may share it."""

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
    ) -> Iterator[ListedEvent]:
        """The seller's events, in the order of their sequences, each one once; waits for more unless `follow` is false.

        Store the `sequence` of the last event that you handled, and pass it as `after` when you start again. Events that are not kept
        any more are a gap: `on_gap`, without which the loop raises EventsMissed. `stop` ends the loop.
        """
        options = EventsOptions(limit, follow, wait_seconds, on_gap, on_retry, stop)
        return follow_events(self, after, options)

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
    ) -> Iterator[PulledMessage]:
        """The messages of a PULL destination, one at a time.

        Asking for the next one acknowledges the one before. A message that you work on is extended meanwhile. Leaving the loop, by an
        error too, gives back the current one and those that were received with it.
        """
        options = MessagesOptions(
            max_messages, wait_seconds, visibility_timeout_seconds, stops_when_idle, on_stale, on_retry, stop
        )
        return pull_messages(self, channel_id, options)

    def report(
        self,
        wanted: ReportBody | str,
        *,
        on_progress: Callable[[Report], None] | None = None,
        on_retry: OnRetry | None = None,
        stop: threading.Event | None = None,
    ) -> ReportRun:
        """A report, from the request to its last line. `wanted`: what to report, or the id of a report that was asked for before."""
        return ReportRun(self, wanted, on_progress=on_progress, on_retry=on_retry, stop=stop)
