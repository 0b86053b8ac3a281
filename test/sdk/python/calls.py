"""Calls an operation of a server that fails, and prints how it ended. The test in JavaScript drives it with lines of JSON."""

import json
import sys
import threading
from collections.abc import Callable
from time import monotonic

from marketplace_seller import ApiError, SellerClient

base_url = sys.argv[1]
client = SellerClient(base_url)
Options = dict[str, object]
calls: dict[str, Callable[..., object]] = {
    "getMarketplaceParticipations": lambda **o: client.get_marketplace_participations(**o),
    "getFeesEstimates": lambda **o: client.get_fees_estimates([], **o),
    "deleteDestination": lambda **o: client.delete_destination("C1", **o),
    "createDestination": lambda **o: client.create_destination({"type": "PULL"}, **o),
    "replayEvents": lambda **o: client.replay_events("C1", {"fromSequence": 1}, **o),
    "rotateSecret": lambda **o: client.rotate_secret("C1", {}, **o),
    "changeDestination": lambda **o: client.change_destination("C1", {}, **o),
    "applyChanges": lambda **o: client.apply_changes([], **o),
}
out = threading.Lock()


def run(task: dict[str, object]) -> None:
    started = monotonic()
    end = "success"
    try:
        calls[str(task["operation"])](extra_headers={"x-call": str(task["id"])}, timeout=task["seconds"])
    except ApiError as error:
        end = error.code
    except BaseException as error:
        end = f"not an ApiError: {error!r}"
    with out:
        print(json.dumps({"id": task["id"], "end": end, "tookMs": (monotonic() - started) * 1000}), flush=True)


for line in sys.stdin:
    threading.Thread(target=run, args=(json.loads(line),)).start()
