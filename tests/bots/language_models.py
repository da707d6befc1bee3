"""Loads the example bot that asks a language model, and runs model servers with the behaviour that tests need, on real
sockets.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any, Final

from tests.installed import TREE

FOLDER: Final = TREE / "examples" / "llm-bot"


def _loaded(name: str) -> ModuleType:
    spec = spec_from_file_location(f"llm_{name}", FOLDER / f"{name}.py")
    assert spec
    assert spec.loader
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


bot: Final[Any] = _loaded("bot")
stub: Final[Any] = _loaded("stub")


@contextmanager
def served(answer: Callable[[Any, str], object] | None = None) -> Iterator[tuple[str, list[str]]]:
    """Runs a model server; yields its address and a list of the bodies of all requests so far.

    For each request, the server calls `answer` with its HTTP handler and the body; `answer` must send the answer.
    Without `answer`, the server answers as examples/llm-bot/stub.py does.
    """
    bodies: list[str] = []

    class Handler(stub.Handler):  # type: ignore[misc]  # mypy does not know the class, which is loaded from a file
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            bodies.append(body)
            if answer:
                answer(self, body)
            else:
                self.answer(stub.answer_to(bot.json.loads(body)["messages"]))

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False  # the server closes without waiting for a handler that does not answer
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", bodies
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
