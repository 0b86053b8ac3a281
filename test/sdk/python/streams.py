"""Runs loops and calls of the SDK as lines of JSON say, each in a thread of its own, and prints what came of them."""

import asyncio
import json
import sys
import threading
from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

from marketplace_seller import (
    ApiError,
    AsyncSellerClient,
    DelegatedGrant,
    FileTokenStore,
    PulledMessage,
    SellerClient,
    SellerCredentials,
    _reports,
    authorization_url,
    exchange_code,
)
from marketplace_seller._tokens import token_source_of
from marketplace_seller.operator import OperatorClient

Task = dict[str, Any]
out = threading.Lock()
go_on = {"taken": threading.Event()}


def say(line: Task) -> None:
    with out:
        print(json.dumps(line), flush=True)


def client_of(task: Task, **more: Any) -> SellerClient:
    return SellerClient(task["base"], lambda _: task["token"], **more)


def tokens(task: Task) -> Task:
    """Many threads need the token at once, and again after it was rejected."""
    credentials = SellerCredentials(task["clientId"], task["clientSecret"])
    if "file" in task:
        store = FileTokenStore(task["file"])
        credentials = DelegatedGrant(task["clientId"], store, task["clientSecret"])  # type: ignore[assignment]
    source = token_source_of(task["base"], credentials)
    got: list[str] = []

    def ask() -> None:
        try:
            got.append(source.token(monotonic() + 20))
        except ApiError as error:
            got.append(f"{error.code}: {error}")

    for round_ in range(task.get("rounds", 1)):
        if round_ > 0:
            sleep(task.get("pause", 0))
        if round_ > 0 and task.get("rejects"):
            source.reject(got[-1])
        threads = [threading.Thread(target=ask) for _ in range(task["threads"])]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    return {"tokens": got}


def authorize(task: Task) -> Task:
    started = authorization_url(task["base"], task["clientId"], task["redirectUri"])
    return {"url": started.url, "state": started.state, "verifier": started.verifier}


def exchange(task: Task) -> Task:
    exchange_code(
        task["base"],
        client_id=task["clientId"],
        client_secret=task["clientSecret"],
        redirect_uri=task["redirectUri"],
        callback_url=task["callbackUrl"],
        state=task["state"],
        verifier=task["verifier"],
        issuer=task["issuer"],
        token_store=FileTokenStore(task["file"]),
    )
    return {}


def events(task: Task) -> Task:
    gaps: list[list[int]] = []
    retries: list[str] = []
    options: Task = {}
    if "onGap" in task:

        def on_gap(gap: Any) -> "int | None":
            gaps.append([gap.after, gap.oldest_sequence, gap.latest_sequence])
            return task["onGap"]  # type: ignore[no-any-return]

        options["on_gap"] = on_gap
    sequences: list[str] = []
    client = client_of(task, max_attempts=task.get("maxAttempts", 5))
    loop = client.events(
        task.get("after"),
        limit=task.get("limit"),
        follow="count" in task,
        wait_seconds=5,
        on_retry=lambda error, _: retries.append(error.code),
        **options,
    )
    for event in loop:
        sequences.append(event["sequence"])
        say({"id": f"{task['id']} {event['sequence']}"})
        if len(sequences) == task.get("count"):
            break
    return {"sequences": ",".join(sequences), "gaps": gaps, "retries": sorted(set(retries))}


def feed(task: Task) -> Task:
    gaps: list[list[int]] = []

    def on_gap(gap: Any) -> int:
        gaps.append([gap.after, gap.oldest_number, gap.latest_number])
        return int(gap.latest_number) - 1

    client = OperatorClient(task["base"], lambda _: task["token"], max_attempts=1)
    options: Task = {"on_gap": on_gap} if task.get("hears") else {}
    lines = client.price_change_feed("M1", task.get("after"), limit=task.get("limit"), follow=False, **options)
    return {"numbers": ",".join(str(line["number"]) for line in lines), "gaps": gaps}


def answers(task: Task) -> Task:
    """An operation, alone or with its headers, of a client that may take only short answers."""
    client = client_of(task, max_attempts=3, **({"max_answer_bytes": task["max"]} if "max" in task else {}))
    if task.get("document"):
        headers = {"range": task["range"]} if "range" in task else None
        return {"length": len(client.get_report_document("D", extra_headers=headers))}
    if task.get("loops"):
        try:
            client.answer_of(client.iter_listings, marketplace_id="M")
        except TypeError as error:
            return {"error": str(error)}
    if task.get("awaits"):

        async def main() -> Task:
            async with AsyncSellerClient(task["base"], lambda _: task["token"]) as calls:
                both = await asyncio.gather(
                    calls.answer_of(calls.get_events, after=1), calls.answer_of(calls.get_events, after=2)
                )
                return {"tags": [one.headers["etag"] for one in both], "bodies": [one.body for one in both]}

        return asyncio.run(main())
    if "tag" in task:
        answer = client.answer_of(
            client.get_listing_offers, "A", marketplace_id="M", item_condition="New", if_none_match=task["tag"]
        )
        return {"status": answer.status, "headers": answer.headers, "body": answer.body}
    return {"body": client.get_events()}


def messages(task: Task) -> Task:
    """`leaves`: after the first message. `waits`: works on it until the test says that another consumer has it."""
    stale: list[str] = []
    seen: list[list[Any]] = []
    options: Task = {"on_stale": lambda one: stale.append(one.message["deliveryId"])} if task.get("hears") else {}

    def work(message: PulledMessage) -> None:
        seen.append([message.message["deliveryId"], message.message["receiveCount"]])
        say({"id": f"{task['id']} {len(seen)}", "deliveryId": message.message["deliveryId"]})
        if task.get("waits") and len(seen) == 1:
            go_on["taken"].wait(20)
        sleep(task.get("works", 0) if len(seen) == 1 else 0)
        if task.get("waits") == "lost":
            message.lost.wait(20)
            for refused in (message.acknowledge, lambda: message.extend(5)):
                try:
                    refused()
                except ApiError as error:
                    stale.append(error.code)
        if task.get("fails"):
            raise RuntimeError("expected")

    loop = client_of(task).messages(
        task["channelId"],
        max_messages=task.get("max", 10),
        stops_when_idle=True,
        visibility_timeout_seconds=task.get("visibility"),
        **options,
    )
    for message in loop:
        work(message)
        if task.get("leaves"):
            loop.close()  # type: ignore[attr-defined]
            break
    return {"seen": seen, "stale": stale}


def taken(_: Task) -> Task:
    go_on["taken"].set()
    return {}


def report(task: Task) -> Task:
    _reports.PART = task.get("part", _reports.PART)
    states: list[str] = []
    retries: list[str] = []
    run = client_of(task, max_attempts=1).report(
        task.get("wanted", "rep_1"),
        on_progress=lambda one: states.append(one["state"]),
        on_retry=lambda error, _: retries.append(error.code),
    )
    if task.get("awaits"):

        async def main() -> Task:
            client = AsyncSellerClient(task["base"], lambda _: task["token"], max_attempts=1)
            awaited = client.report(task.get("wanted", "rep_1"))
            return {"lines": [line async for line in awaited], "state": (await awaited.done())["state"]}

        return asyncio.run(main())
    if task.get("bytes"):
        return {"bytes": b"".join(run.content()).decode(), "retries": retries}
    return {"lines": list(run), "states": states, "retries": retries}


def coroutines(task: Task) -> Task:
    """Calls side by side while a loop waits: the event loop must not stand still."""

    async def main() -> Task:
        async with AsyncSellerClient(task["base"], lambda _: task["token"]) as client:
            sequences: list[str] = []

            async def follow() -> None:
                async for event in client.events(after=0, wait_seconds=5):
                    sequences.append(event["sequence"])
                    say({"id": f"{task['id']} {event['sequence']}"})
                    if len(sequences) == task["count"]:
                        break

            ticks = 0

            async def tick() -> None:
                nonlocal ticks
                while True:
                    await asyncio.sleep(0.01)
                    ticks += 1

            ticking = asyncio.create_task(tick())
            pages, _ = await asyncio.gather(asyncio.gather(*(client.get_events() for _ in range(8))), follow())
            ticking.cancel()
            try:
                await client.get_destination("unknown")
            except ApiError as error:
                return {"sequences": ",".join(sequences), "pages": len(pages), "ticks": ticks, "code": error.code}
            return {}

    return asyncio.run(main())


commands: dict[str, Callable[[Task], Task]] = {
    **{"authorize": authorize, "exchange": exchange, "tokens": tokens, "events": events, "messages": messages, "taken": taken, "report": report},
    **{"coroutines": coroutines, "answers": answers, "feed": feed},
}


def run(task: Task) -> None:
    try:
        answer = commands[task["do"]](task)
    except ApiError as error:
        answer = {"status": error.status, "code": error.code, "message": error.message, "details": error.details}
    except RuntimeError as error:
        answer = {"error": str(error)}
    except BaseException as error:
        answer = {"error": f"not expected: {error!r}"}
    # Not inside: while an error is handled, the loop that it left is not closed.
    say({"id": task["id"], **answer})


for line in sys.stdin:
    threading.Thread(target=run, args=(json.loads(line),)).start()
