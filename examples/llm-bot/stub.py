"""A server that replaces a language model in tests: it answers with a random legal move, over the chat-completions API.

`python stub.py 8000` serves http://127.0.0.1:8000/v1 until it is interrupted.
"""

import json
import random
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def answer_to(messages: list[dict[str, str]]) -> str:
    """Returns a sentence, and a line that names a random move of the last list of legal moves in the messages."""
    listed = [text for one in messages if "legal moves:\n" in (text := one["content"])]
    moves = re.findall(r"^- (.+)$", listed[-1].rpartition("legal moves:\n")[2], re.MULTILINE)
    return f"I have {len(moves)} moves and no plan.\nMove: {random.choice(moves)}"  # noqa: S311  # not for secrets


class Handler(BaseHTTPRequestHandler):
    """The handler of HTTP requests to the stub."""

    def do_POST(self) -> None:
        """Answers a request with a random legal move."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.answer(answer_to(body["messages"]))

    def answer(self, text: str) -> None:
        """Sends a text as an answer in the format of the chat-completions API."""
        usage = {"prompt_tokens": 1, "completion_tokens": len(text.split())}
        self.send(200, {"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage})

    def send(self, status: int, said: Any, **headers: str) -> None:  # noqa: ANN401  # any JSON value
        """Sends a response with this status and headers, and `said` as JSON."""
        data = json.dumps(said).encode()
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(data))} | headers).items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Prints nothing, so that the stub does not log its requests."""


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
