"""Receives the notifications of one watch and prints those that the watch's secret signed.

    WEBHOOK_SECRET=whsec_... python3 examples/receiver.py [port]

Needs Python 3.8 or later and nothing else. Copy `verified` or `verified_object` to use another framework.
"""

import hashlib
import hmac
import json
import os
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BODY_BYTES = 1_048_576


def verified(raw: bytes, secret: str):
    """Returns the notification in a raw body, or None when the secret did not sign these bytes."""
    try:
        notification = json.loads(raw)
        signature = notification["signature"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    if not is_signature(signature):
        return None
    # The body is canonical JSON. Removing its "signature" member and one comma gives exactly the text that was
    # signed.
    member = b'"signature":"%s"' % signature.encode()
    unsigned = raw.replace(member + b",", b"", 1) if member + b"," in raw else raw.replace(b"," + member, b"", 1)
    return notification if matches(signature, unsigned, secret) else None


def verified_object(notification: dict, secret: str):
    """Returns a parsed notification, or None. Prefer `verified` where the framework gives the raw body."""
    signature = notification.get("signature")
    if not is_signature(signature):
        return None
    unsigned = {key: value for key, value in notification.items() if key != "signature"}
    text = json.dumps(unsigned, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return notification if matches(signature, text.encode("utf-8", "surrogatepass"), secret) else None


def is_signature(value) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def matches(signature: str, unsigned: bytes, secret: str) -> bool:
    expected = hmac.new(secret.encode(), unsigned, hashlib.sha256).hexdigest()
    return hmac.compare_digest(signature, expected)


class Receiver(BaseHTTPRequestHandler):
    secret = ""

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > MAX_BODY_BYTES:
            return self.answer(413)
        notification = verified(self.rfile.read(int(length)), self.secret)
        if notification is None:
            return self.answer(401)
        # The verification block says how sure the value is. A test notification has none.
        facts = [json.dumps(notification.get(field)) for field in ("value", "verification")]
        print(notification["watchId"], notification["type"], *facts, flush=True)
        return self.answer(204)

    def answer(self, status: int):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format, *args):
        """Suppresses the request log, so that the output holds the notifications alone."""


if __name__ == "__main__":
    Receiver.secret = os.environ.get("WEBHOOK_SECRET") or sys.exit("set WEBHOOK_SECRET to the watch's webhookSecret")
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
