"""The messages of a PULL destination."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic

from ._errors import ApiError, failure
from ._generated.operations import Operations
from ._generated.types import Message
from ._loops import OnRetry, Stopped, end_round, persist

ACKNOWLEDGE = 30.0
#: Leaving a loop waits for an extension that is on its way: it must not undo what is given back.
LONGEST_EXTENSION = 10.0
#: Short: what is not given back comes again when its visibility timeout ends.
GIVE_BACK = 5.0


class PulledMessage:
    """A message that this consumer has. It may come more than once: `notificationId` is the same then."""

    def __init__(self, held: "HeldMessages", message: Message) -> None:
        self._held = held
        #: The message as the service sent it.
        self.message = message
        #: Set when the message is another consumer's: stop the work on it, if you can.
        self.lost = threading.Event()

    def acknowledge(self) -> None:
        """The message is done. The loop does it by itself when it asks for the next message."""
        self._held.acknowledge(self)

    def extend(self, seconds: int) -> None:
        """Hides it for at least that long from now. The loop extends by itself, in a thread."""
        self._held.extend(seconds, only=self)
        if self.lost.is_set():
            raise stale(self)


#: Called with a message that another consumer received while you worked on it.
OnStale = Callable[[PulledMessage], None]


@dataclass(frozen=True)
class MessagesOptions:
    max_messages: int
    wait_seconds: int | None
    visibility_timeout_seconds: int | None
    stops_when_idle: bool
    on_stale: OnStale | None
    on_retry: OnRetry | None
    stop: threading.Event | None


def stale(message: PulledMessage) -> ApiError:
    return failure(
        "MessageStale",
        f"The message {message.message['notificationId']} is another consumer's.",
        "Its visibility timeout ended before it was acknowledged.",
        200,
    )


class HeldMessages:
    """The messages of one answer, which belong to this consumer until they are acknowledged or given back."""

    def __init__(self, queue: Operations, channel_id: str, received: list[Message], visibility: int, at: float) -> None:
        self._queue, self._channel_id, self._visibility = queue, channel_id, visibility
        self.messages = [PulledMessage(self, one) for one in received]
        self._hidden_until = {one: at + visibility for one in self.messages}
        self._lock = threading.Lock()
        #: One extension at a time: a short one that arrives after a long one would undo it.
        self._turn = threading.Lock()
        self._ended = threading.Event()
        threading.Thread(target=self._beat, daemon=True).start()

    def acknowledge(self, message: PulledMessage) -> None:
        """Raises MessageStale when the message is another consumer's. Nothing happens when it is acknowledged already."""
        if message.lost.is_set():
            raise stale(message)
        # An extension on its way would make the handle stale in between.
        with self._turn:
            if message not in self._hidden_until:
                return
            until = monotonic() + ACKNOWLEDGE
            handle = message.message["receiptHandle"]
            answer = persist(
                lambda: self._queue.acknowledge_messages(
                    self._channel_id, {"receiptHandles": [handle]}, timeout=until - monotonic()
                ),
                until=until,
            )
            self._drop(message)
            if answer["results"][0]["status"] == "STALE" and not self._is_done(message):
                message.lost.set()
                raise stale(message)

    def extend(self, seconds: int, only: PulledMessage | None = None) -> None:
        with self._turn:
            now = monotonic()
            with self._lock:
                due = [
                    one
                    for one, until in self._hidden_until.items()
                    if (one is only if only is not None else until < now + self._visibility)
                ]
            if not due:
                return
            hidden = max(seconds, self._visibility)
            answer = self._queue.extend_messages(
                self._channel_id,
                {
                    "receiptHandles": [one.message["receiptHandle"] for one in due],
                    "visibilityTimeoutSeconds": hidden,
                },
                timeout=min(float(self._visibility), LONGEST_EXTENSION),
            )
            for one, result in zip(due, answer["results"]):
                if result["status"] == "STALE":
                    self._drop(one)
                    one.lost.set()
                else:
                    with self._lock:
                        self._hidden_until[one] = max(self._hidden_until.get(one, 0.0), now + hidden)

    def release(self) -> None:
        """Gives back what is not acknowledged. What is not given back comes again when its visibility timeout ends."""
        self._ended.set()
        with self._turn:
            with self._lock:
                handles = [one.message["receiptHandle"] for one in self._hidden_until]
                self._hidden_until.clear()
            if not handles:
                return
            try:
                self._queue.give_back_messages(self._channel_id, {"receiptHandles": handles}, timeout=GIVE_BACK)
            except ApiError:
                pass

    def _drop(self, message: PulledMessage) -> None:
        with self._lock:
            self._hidden_until.pop(message, None)

    def _is_done(self, message: PulledMessage) -> bool:
        """STALE is also the answer to an acknowledgement that is sent again, because the first answer was lost on its way."""
        try:
            delivery = self._queue.get_delivery(message.message["deliveryId"])
        except ApiError:
            return False
        return delivery["state"] == "DELIVERED" and delivery["attemptCount"] == message.message["receiveCount"]

    def _beat(self) -> None:
        # A third of the timeout: two extensions may fail.
        while not self._ended.wait(self._visibility / 3):
            try:
                self.extend(0)
            except ApiError:
                # What fails is tried again with the next beat.
                continue


def pull_messages(queue: Operations, channel_id: str, options: MessagesOptions) -> Iterator[PulledMessage]:
    """One message at a time. Asking for the next one acknowledges the one before. Leaving the loop gives back the others."""
    stop, idle = options.stop, options.stops_when_idle
    wait = options.wait_seconds if options.wait_seconds is not None else (0 if idle else 20)
    visibility = options.visibility_timeout_seconds or 0
    if visibility == 0:
        pull = queue.get_destination(channel_id).get("pullConfig") or {}
        visibility = pull.get("visibilityTimeoutSeconds", 30)
    while stop is None or not stop.is_set():
        started = monotonic()

        def receive() -> list[Message]:
            nonlocal started
            started = monotonic()
            answer = queue.receive_messages(
                channel_id,
                {
                    "maxMessages": options.max_messages,
                    "waitSeconds": wait,
                    "visibilityTimeoutSeconds": visibility,
                },
            )
            return answer["messages"]

        try:
            received = receive() if idle else persist(receive, stop=stop, on_retry=options.on_retry)
            if not received:
                if idle:
                    return
                end_round(started, stop)
                continue
        except Stopped:
            return
        held = HeldMessages(queue, channel_id, received, visibility, started)
        try:
            for message in held.messages:
                if stop is not None and stop.is_set():
                    return
                # Received by another consumer before its turn came: nothing is lost.
                if message.lost.is_set():
                    continue
                yield message
                try:
                    held.acknowledge(message)
                except ApiError as error:
                    if options.on_stale is None or error.code != "MessageStale":
                        raise
                    options.on_stale(message)
        finally:
            held.release()
