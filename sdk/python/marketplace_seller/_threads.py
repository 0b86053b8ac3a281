"""Iterators of threads for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import TypeVar

Element = TypeVar("Element")


async def each(iterator: Iterator[Element]) -> AsyncIterator[Element]:
    """Takes each element in a thread, so that the event loop does not wait."""

    def take() -> list[Element]:
        for one in iterator:
            return [one]
        return []

    try:
        while taken := await asyncio.to_thread(take):
            yield taken[0]
    finally:
        # Ends a generator where it is: a loop over messages gives back what is not done.
        close = getattr(iterator, "close", None)
        if close is not None:
            await asyncio.to_thread(close)
