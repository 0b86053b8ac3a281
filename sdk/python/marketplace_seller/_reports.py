"""A report from the request to its last line."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, TypeVar

from ._errors import failure
from ._generated.operations import Operations
from ._generated.types import Report, ReportBody
from ._loops import OnRetry, Stopped, pause, persist
from ._threads import each

Result = TypeVar("Result")

FIRST_POLL = 0.5
LONGEST_POLL = 5.0
#: Bytes of one request. A part that fails is asked for again.
PART = 8 * 1024 * 1024
#: Far above every line. A broken service must not fill the memory.
MAX_LINE = 16 * 1024 * 1024


class ReportRun:
    """Nothing is sent before something is asked for: `done()`, `content()`, or a loop over the lines. The report is asked for once."""

    def __init__(
        self,
        operations: Operations,
        wanted: ReportBody | str,
        *,
        on_progress: Callable[[Report], None] | None = None,
        on_retry: OnRetry | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        self._operations, self._wanted = operations, wanted
        self._on_progress, self._on_retry, self._stop = on_progress, on_retry, stop
        self._key = secrets.token_urlsafe(32)
        self._done: Report | None = None

    def done(self) -> Report:
        """The report when it is DONE. Raises ReportFailed or ReportCancelled when it never will be."""
        if self._done is not None:
            return self._done
        report = self._persist(self._ask)
        wait = FIRST_POLL
        while True:
            if self._on_progress is not None:
                self._on_progress(report)
            _must_be_worth(report)
            if report["state"] == "DONE":
                self._done = report
                return report
            try:
                pause(wait, self._stop)
            except Stopped:
                raise failure("Stopped", "Waiting for the report was stopped.", "The report itself goes on.") from None
            wait = min(1.5 * wait, LONGEST_POLL)
            report_id = report["reportId"]
            report = self._persist(lambda: self._operations.get_report(report_id))

    def content(self) -> Iterator[bytes]:
        """The document in parts. A part that is cut off is asked for again; a document that is not complete raises IncompleteDocument."""
        report = self.done()
        length = report.get("bytes")
        if length is None:
            raise _incomplete("The service does not say how long it is.")
        document_id = report.get("reportDocumentId", "")
        received = 0
        while received < length:
            ranged = {"range": f"bytes={received}-{min(received + PART, length) - 1}"}
            part = self._persist(
                lambda: self._operations.get_report_document(document_id, extra_headers=ranged, timeout=300.0)
            )
            received += len(part)
            if not part:
                raise _incomplete(f"It has {received} bytes instead of {length}.")
            yield part

    def lines(self) -> Iterator[dict[str, Any]]:
        """The lines of a report in JSONL, without the first one, whose facts `done()` has. Raises at the end when lines are missing."""
        report = self.done()
        if report["format"] != "JSONL":
            raise failure(
                "InvalidInput", "Only reports in JSONL have lines.", f"This one is {report['format']}: use content()."
            )
        count = -1
        rest = b""
        for part in self.content():
            *whole, rest = (rest + part).split(b"\n")
            if len(rest) > MAX_LINE:
                raise _incomplete("A line has no end.")
            for text in whole:
                count += 1
                if count > 0:
                    yield _line(text, count)
        if rest:
            raise _incomplete("It ends within a line.")
        expected = report.get("lines")
        if expected is not None and count != expected:
            raise _incomplete(f"It has {count} lines instead of {expected}.")

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self.lines()

    def _ask(self) -> Report:
        if isinstance(self._wanted, str):
            return self._operations.get_report(self._wanted)
        # With one key for all attempts: they make one report.
        return self._operations.create_report(self._wanted, idempotency_key=self._key)

    def _persist(self, call: Callable[[], Result]) -> Result:
        return persist(call, stop=self._stop, on_retry=self._on_retry)


class AsyncReportRun:
    """A report for asyncio: the same one, in threads."""

    def __init__(self, run: ReportRun) -> None:
        self._run = run

    async def done(self) -> Report:
        """As `ReportRun.done`."""
        return await asyncio.to_thread(self._run.done)

    def content(self) -> AsyncIterator[bytes]:
        """As `ReportRun.content`."""
        return each(self._run.content())

    def lines(self) -> AsyncIterator[dict[str, Any]]:
        """As `ReportRun.lines`."""
        return each(self._run.lines())

    def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        return self.lines()


def _line(text: bytes, number: int) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except ValueError:
        line = None
    if not isinstance(line, dict):
        raise _incomplete(f"Line {number} is no JSON.")
    return line


def _must_be_worth(report: Report) -> None:
    if report["state"] == "FATAL":
        reason = report.get("failure")
        message = reason["message"] if reason else "The report could not be made."
        code = reason["code"] if reason else "without a reason"
        raise failure("ReportFailed", message, f"Report {report['reportId']}, {code}.", 200)
    if report["state"] == "CANCELLED":
        raise failure("ReportCancelled", "The report was cancelled.", f"Report {report['reportId']}.", 200)


def _incomplete(details: str) -> Exception:
    return failure("IncompleteDocument", "The document is not complete.", details, 200)
