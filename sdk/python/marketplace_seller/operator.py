"""For programs of the operator: the operations under `/operator/v1`. Programs of sellers load none of it."""

from __future__ import annotations

import ssl
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass

from . import _threads
from ._errors import failure
from ._generated.async_operator_operations import AsyncOperatorOperations
from ._generated.operator_operations import OperatorOperations
from ._generated.types import PriceChangeFeedLine
from ._loops import NumberedList, NumberedPage, OnRetry, follow_numbers
from ._send import MAX_ANSWER_BYTES
from ._tokens import Credentials
from ._tokens import SellerCredentials as OperatorCredentials

__all__ = ["AsyncOperatorClient", "OperatorClient", "OperatorCredentials", "PriceChangeGap"]


@dataclass(frozen=True)
class PriceChangeGap:
    """Price changes after `after` are not kept any more. Those from `oldest_number` to `latest_number` are."""

    after: int
    oldest_number: int
    latest_number: int


#: Called when price changes were missed: export the market. Returns the number after which to go on; None: the oldest kept change.
OnPriceChangeGap = Callable[[PriceChangeGap], "int | None"]


class OperatorClient(OperatorOperations):
    """All operations of the operator, and loops over what comes in pieces. Threads may share it."""

    def price_change_feed(
        self,
        marketplace_id: str,
        after: int | str | None = None,
        *,
        limit: int | None = None,
        follow: bool = True,
        wait_seconds: int = 20,
        on_gap: OnPriceChangeGap | None = None,
        on_retry: OnRetry | None = None,
        stop: threading.Event | None = None,
    ) -> Iterator[PriceChangeFeedLine]:
        """The price changes of a marketplace, in the order of their numbers, each one once; waits for more unless `follow` is false.

        Store the `number` of the last change that you handled, and pass it as `after` when you start again. Changes that are not kept
        any more are a gap: `on_gap`, without which the loop raises PriceChangesMissed. `stop` ends the loop.
        """
        prefer = f"wait={wait_seconds}" if follow else None

        def read(after: int) -> NumberedPage[PriceChangeFeedLine]:
            page = self.get_price_change_feed(marketplace_id=marketplace_id, after=after, limit=limit, prefer=prefer)
            return NumberedPage(
                page["lines"], page["oldestNumber"], page["latestNumber"], page["truncated"], page["hasMore"]
            )

        def missed(after: int, page: NumberedPage[PriceChangeFeedLine]) -> int | None:
            gap = PriceChangeGap(after, page.oldest, page.latest)
            if on_gap is None:
                raise _missed(gap)
            return on_gap(gap)

        def number_of(line: PriceChangeFeedLine) -> int:
            return line["number"]

        changes = NumberedList("price changes", "number", read, number_of, missed)
        return follow_numbers(changes, after, follow=follow, on_retry=on_retry, stop=stop)


class AsyncOperatorClient(AsyncOperatorOperations):
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
        self.sync = OperatorClient(
            base_url,
            credentials,
            timeout=timeout,
            max_attempts=max_attempts,
            max_answer_bytes=max_answer_bytes,
            ssl_context=ssl_context,
        )
        super().__init__(self.sync)

    def price_change_feed(
        self,
        marketplace_id: str,
        after: int | str | None = None,
        *,
        limit: int | None = None,
        follow: bool = True,
        wait_seconds: int = 20,
        on_gap: OnPriceChangeGap | None = None,
        on_retry: OnRetry | None = None,
        stop: threading.Event | None = None,
    ) -> AsyncIterator[PriceChangeFeedLine]:
        """As `OperatorClient.price_change_feed`."""
        return _threads.each(
            self.sync.price_change_feed(
                marketplace_id,
                after,
                limit=limit,
                follow=follow,
                wait_seconds=wait_seconds,
                on_gap=on_gap,
                on_retry=on_retry,
                stop=stop,
            )
        )


def _missed(gap: PriceChangeGap) -> Exception:
    return failure(
        "PriceChangesMissed",
        f"Price changes after {gap.after} are not kept any more.",
        f"Those from {gap.oldest_number} are. Export the market, then go on after {gap.latest_number}; or pass on_gap.",
        200,
    )
