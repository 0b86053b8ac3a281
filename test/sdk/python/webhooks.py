"""Verifies webhooks that come as lines of JSON, and says what became of each."""

import base64
import json
import sys

from marketplace_seller import WebhookError, verify_webhook

for line in sys.stdin:
    task = json.loads(line)
    try:
        event = verify_webhook(task["headers"], base64.b64decode(task["body"]), task["secrets"], now=task["now"])
        answer = {"end": "accepted", "event": event}
    except WebhookError as error:
        answer = {"end": error.code, "text": str(error)}
    print(json.dumps({"id": task["id"], **answer}), flush=True)
