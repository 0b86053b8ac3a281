"""Loops that outlive calls: events and what they share."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Generic, TypeVar, cast

from ._errors import ApiError, failure
from ._generated.operations import Operations
from ._generated.types import ListedEvent
from ._send import may_pass, retry_delay

Result = TypeVar("Result")
Element = TypeVar("Element")
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
class NumberedPage(Generic[Element]):
    elements: list[Element]
    oldest: int
    latest: int
    is_truncated: bool
    has_more: bool


@dataclass(frozen=True)
class NumberedList(Generic[Element]):
    """A list that only grows at its end, and whose oldest elements go."""

    #: What its elements are called, and their numbers.
    name: str
    number_name: str
    read: Callable[[int], NumberedPage[Element]]
    number_of: Callable[[Element], int]
    #: Elements after this number are not kept any more. Returns the number after which to go on; None: the oldest one that is kept.
    on_gap: Callable[[int, NumberedPage[Element]], "int | None"]


def follow_numbers(
    numbered: NumberedList[Element],
    after: int | str | None,
    *,
    follow: bool,
    on_retry: OnRetry | None,
    stop: threading.Event | None,
) -> Iterator[Element]:
    """The elements in the order of their numbers, each one once."""
    position = _number(0 if after is None else after, numbered.number_name)
    # A loop that begins with the oldest element has not missed those before it.
    is_oldest_right = after is None
    # Everything up to here existed before the current request.
    known_latest = 0
    while stop is None or not stop.is_set():
        started = monotonic()

        def read(asked: int = position) -> NumberedPage[Element]:
            return numbered.read(asked)

        try:
            page = persist(read, stop=stop, on_retry=on_retry) if follow else read()
        except Stopped:
            return
        if page.is_truncated and not is_oldest_right:
            chosen = numbered.on_gap(position, page)
            if chosen is not None:
                position = max(page.oldest - 1, _number(chosen, numbered.number_name))
                continue
        is_oldest_right = False
        asked = position
        for element in page.elements:
            number = numbered.number_of(element)
            if number <= position:
                continue
            position = number
            if stop is not None and stop.is_set():
                return
            yield element
        if page.has_more and position == asked:
            text = "The service says that there are more, and sends none."
            raise failure("InvalidAnswer", f"The {numbered.name} do not end.", text)
        position = max(position, page.oldest - 1)
        if page.has_more:
            continue
        if not follow:
            return
        # Not every caller sees all elements. Without this, those that it never sees would look missed one day.
        position = max(position, known_latest)
        known_latest = page.latest
        if not page.elements:
            try:
                end_round(started, stop)
            except Stopped:
                return


def _number(value: int | str, name: str) -> int:
    try:
        number = int(value)
    except ValueError:
        number = -1
    if number < 0:
        raise ValueError(f"A {name} must be an integer from 0 on, not {value!r}.")
    return number


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


def follow_events(operations: Operations, after: int | str | None, options: EventsOptions) -> Iterator[ListedEvent]:
    """The seller's events in the order of their sequences, each one once."""
    prefer = f"wait={options.wait_seconds}" if options.follow else None

    def read(after: int) -> NumberedPage[ListedEvent]:
        page = operations.get_events(after=after, limit=options.limit, prefer=prefer)
        return NumberedPage(
            cast("list[ListedEvent]", page["events"]), page["oldestSequence"], page["latestSequence"], page["truncated"], page["hasMore"]
        )

    def on_gap(after: int, page: NumberedPage[ListedEvent]) -> int | None:
        gap = EventGap(after, page.oldest, page.latest)
        if options.on_gap is None:
            raise _missed(gap)
        return options.on_gap(gap)

    def number_of(event: ListedEvent) -> int:
        return int(event["sequence"])

    events = NumberedList("events", "sequence", read, number_of, on_gap)
    return follow_numbers(events, after, follow=options.follow, on_retry=options.on_retry, stop=options.stop)


def _missed(gap: EventGap) -> ApiError:
    return failure(
        "EventsMissed",
        f"Events after {gap.after} are not kept any more.",
        f"Those from {gap.oldest_sequence} are. Read the pricing answers again, then go on after {gap.latest_sequence}; or pass on_gap.",
        200,
    )
