#!/usr/bin/env python3
"""Receives webhooks with only Python's standard library (3.8 or later).

It shows how the signature is checked. For Node take sdk/webhook-receiver.mjs.

    WEBHOOK_SECRET=whsec_... python3 docs/examples/webhook_receiver.py

WEBHOOK_SECRET is webhookConfig.signing.secret in the response that created the destination. The default of PORT is 8090.
"""

import base64
import hashlib
import hmac
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"]
KEY = base64.b64decode(SECRET[len("whsec_"):] if SECRET.startswith("whsec_") else SECRET)
TOLERANCE_SECONDS = 300
MAX_BYTES = 1024 * 1024

# A notification may arrive more than once. In production store the ids for a week where all your processes can read them.
done = {}
done_lock = threading.Lock()


def store_id(notification_id: str) -> None:
    with done_lock:
        done[notification_id] = True
        if len(done) > 10_000:
            del done[next(iter(done))]


def is_genuine(headers, body: bytes) -> bool:
    """The signature is over the id, the time and the bytes as they came, never over JSON that was written again."""
    notification_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit():
        return False
    # Prevents replays of old requests.
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{notification_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    # During the rotation of a secret there are two signatures. One that matches is enough.
    for signature in headers.get("webhook-signature", "").split(" "):
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(value.encode(), expected):
            return True
    return False


def handle(event: dict) -> None:
    """Your work. What takes long belongs into a queue of your own: the answer must be there within 15 s."""
    print(f"{event['type']} {event['id']} about {event.get('subject', 'no item')}", flush=True)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # A client that opens a connection and sends nothing must not block a thread for ever.
    timeout = 30

    def do_POST(self) -> None:
        length = self.headers.get("content-length", "")
        if not length.isdigit() or int(length) > MAX_BYTES:
            self.close_connection = True
            return self.answer(413 if length.isdigit() else 411)
        body = self.rfile.read(int(length))
        if not is_genuine(self.headers, body):
            print("Rejected: no matching signature", flush=True)
            return self.answer(401)
        event = json.loads(body)
        try:
            if event["id"] not in done:
                handle(event)
            store_id(event["id"])
        except Exception as error:  # any error of your code
            print(f"Failed: {error}", flush=True)
            # Any other status than 2xx, also a redirect, makes the service retry later.
            return self.answer(500)
        # A 2xx status acknowledges the notification.
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_) -> None:
        """Quiet: what matters is printed above."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8090"))), Receiver)
    print(f"Listening on http://127.0.0.1:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
