"""Loops that outlive calls: events and what they share."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import TypeVar, cast

from ._errors import ApiError, failure
from ._generated.operations import Operations
from ._generated.types import SellerEvent
from ._send import may_pass, retry_delay

Result = TypeVar("Result")
#: Called with each failure after which a loop goes on, and the seconds until it does.
OnRetry = Callable[[ApiError, float], None]

MAX_DELAY = 3_600.0
#: An empty answer that came sooner than this did not wait: asking again at once would be a busy loop.
SHORTEST_ROUND = 1.0


class Stopped(Exception):
    """The `stop` of the caller was set while a loop waited."""


def pause(seconds: float, stop: threading.Event | None) -> None:
    if stop is None:
        time.sleep(max(seconds, 0.0))
    elif stop.wait(max(seconds, 0.0)):
        raise Stopped


def persist(
    call: Callable[[], Result],
    *,
    stop: threading.Event | None = None,
    on_retry: OnRetry | None = None,
    until: float = float("inf"),
) -> Result:
    """Makes a call until it succeeds, with growing pauses. Failures that do not pass by themselves, such as 401, are raised."""
    attempt = 0
    while True:
        attempt += 1
        try:
            return call()
        except ApiError as error:
            delay = min(retry_delay(attempt, error), MAX_DELAY)
            if not may_pass(error) or monotonic() + delay >= until:
                raise
            if on_retry is not None:
                on_retry(error, delay)
            pause(delay, stop)


def end_round(started: float, stop: threading.Event | None) -> None:
    pause(started + SHORTEST_ROUND - monotonic(), stop)


@dataclass(frozen=True)
class EventGap:
    """Events after `after` are not kept any more. Those from `oldest_sequence` to `latest_sequence` are."""

    after: int
    oldest_sequence: int
    latest_sequence: int


#: Called when events were missed: read the pricing answers again. Returns the sequence after which to go on; None: the oldest kept event.
OnGap = Callable[[EventGap], "int | None"]


@dataclass(frozen=True)
class EventsOptions:
    limit: int | None
    follow: bool
    wait_seconds: int
    on_gap: OnGap | None
    on_retry: OnRetry | None
    stop: threading.Event | None


def follow_events(operations: Operations, after: int | str | None, options: EventsOptions) -> Iterator[SellerEvent]:
    """The seller's events in the order of their sequences, each one once."""
    position = _sequence(0 if after is None else after)
    # A loop that begins with the oldest event has not missed those before it.
    is_oldest_right = after is None
    # Everything up to here existed before the current request.
    known_latest = 0
    stop = options.stop
    while stop is None or not stop.is_set():
        started = monotonic()

        def read(asked: int = position) -> "_Page":
            return _read(operations, asked, options)

        try:
            page = persist(read, stop=stop, on_retry=options.on_retry) if options.follow else read()
        except Stopped:
            return
        if page.is_truncated and not is_oldest_right:
            gap = EventGap(position, page.oldest, page.latest)
            if options.on_gap is None:
                raise _missed(gap)
            chosen = options.on_gap(gap)
            if chosen is not None:
                position = max(page.oldest - 1, _sequence(chosen))
                continue
        is_oldest_right = False
        asked = position
        for event in page.events:
            sequence = int(cast("dict[str, str]", event)["sequence"])
            if sequence <= position:
                continue
            position = sequence
            if stop is not None and stop.is_set():
                return
            yield event
        if page.has_more and position == asked:
            raise failure("InvalidAnswer", "The events do not end.", "The service says that there are more, and sends none.")
        position = max(position, page.oldest - 1)
        if page.has_more:
            continue
        if not options.follow:
            return
        # Not every caller sees all events. Without this, those that it never sees would look missed one day.
        position = max(position, known_latest)
        known_latest = page.latest
        if not page.events:
            try:
                end_round(started, stop)
            except Stopped:
                return


@dataclass(frozen=True)
class _Page:
    events: list[SellerEvent]
    oldest: int
    latest: int
    is_truncated: bool
    has_more: bool


def _read(operations: Operations, after: int, options: EventsOptions) -> _Page:
    prefer = f"wait={options.wait_seconds}" if options.follow else None
    page = operations.get_events(after=after, limit=options.limit, prefer=prefer)
    return _Page(
        page["events"],
        page["oldestSequence"],
        page["latestSequence"],
        page["truncated"],
        page["hasMore"],
    )


def _sequence(value: int | str) -> int:
    try:
        number = int(value)
    except ValueError:
        number = -1
    if number < 0:
        raise ValueError(f"A sequence must be an integer from 0 on, not {value!r}.")
    return number


def _missed(gap: EventGap) -> ApiError:
    return failure(
        "EventsMissed",
        f"Events after {gap.after} are not kept any more.",
        f"Those from {gap.oldest_sequence} are. Read the pricing answers again, then go on after {gap.latest_sequence}; or pass on_gap.",
        200,
    )
