"""A bot that asks a language model for its moves, through any server with the common chat-completions API.

README.md describes the environment variables, and which texts of the model are recorded.
"""

import json
import os
import re
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from arena.bot import Bot, MatchStart, Turn, run

RESERVE_S = 1.5
"""The seconds of the remaining time that are reserved for sending the choice; if less time is left, the bot no longer
asks the model.
"""
SHARE = 4
"""The divisor for the time of a choice, which may take at most 1 / SHARE of the remaining time."""
MOST_BYTES = 1 << 20
NOTES = 4_000
"""The most characters that all stored notes of a seat in a match have together."""
MOST_TEXT = 20_000
"""The number of characters at the end of a model's answer that the bot reads; the rest is ignored."""
PAUSE_S = 0.5
"""The seconds that the bot waits after an error of the server, unless the server states how long to wait."""
MOVE = re.compile(r'(?:^[^\w\n]*move[^\w\n]*?|"move"\s*)[:=][\s"\'`*_]*(.+)$', re.IGNORECASE | re.MULTILINE)
SYSTEM = """You play {game}, edition {edition}, at seat {seat} of {seats}; seats count from 0. In a position a seat
may stand as its number, `.` is nobody, and `?` is what you cannot know. The rules:

{rules}"""
USER = """{position}

Your legal moves:
{moves}

Say in a sentence or two what you want to achieve. Then name one of these moves, as it is written here, on a last line:
Move: NAME"""
AGAIN = "{reason}. Answer again, with one of the legal moves on the last line:\nMove: NAME"


class NoMoveError(Exception):
    """Raised when there is no answer from the model, or the answer names no legal move; the text states the reason.
    `pause_s` is the time in seconds to wait before asking again.
    """

    def __init__(self, reason: str, pause_s: float = 0.0) -> None:
        super().__init__(reason)
        self.pause_s = pause_s


class Answer(NamedTuple):
    """An answer of the model: its text, and the number of tokens used."""

    text: str
    tokens: str
    """The number of tokens of the request and of the answer, as "10+20 tokens"; a number that the server does not
    report is "?".
    """


class NoRedirects(HTTPRedirectHandler):
    """A handler that refuses redirects, so that the key is sent only to the server that the owner has named."""

    def redirect_request(self, *_: object) -> None:
        """Returns None for every redirect, so that no request is sent to another address."""


class Model:
    """A language model behind a server with the chat-completions API."""

    def __init__(self, url: str, name: str, key: str = "", temperature: str = "") -> None:
        """Stores the server's address and settings. `url` is the address without /chat/completions, which is added. An
        empty `key` or `temperature` is not sent.
        """
        self.name, self.temperature, self._key = name, temperature, (key := key.strip())
        self._url = f"{url.rstrip('/')}/chat/completions"
        self._headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
        self._body = {"model": name} | ({"temperature": float(temperature)} if temperature else {})
        self._opener = build_opener(NoRedirects)

    def ask(self, messages: Sequence[dict[str, str]], limit_s: float) -> Answer:
        """Sends the messages and returns the model's answer. Raises NoMoveError if the server fails, if its answer is
        malformed, or if none comes within `limit_s` seconds.
        """
        came: SimpleQueue[Answer | NoMoveError] = SimpleQueue()
        Thread(target=lambda: came.put(self._heard(messages, limit_s)), daemon=True).start()
        try:
            answer = came.get(timeout=limit_s)
        except Empty:
            raise NoMoveError(f"There was no answer within {limit_s:.1f} s") from None
        if isinstance(answer, NoMoveError):
            raise answer
        return answer

    def _heard(self, messages: Sequence[dict[str, str]], limit_s: float) -> Answer | NoMoveError:
        body = json.dumps(self._body | {"messages": messages}).encode()
        try:
            request = Request(self._url, body, self._headers)  # noqa: S310  # the bot's owner sets the address
            # this limit only ends the thread; `ask` gives up earlier
            with self._opener.open(request, timeout=2 * limit_s) as response:
                data = response.read(MOST_BYTES)
                return read_answer(data.replace(self._key.encode(), b"***") if self._key else data)
        except HTTPError as error:
            wait = error.headers.get("Retry-After", "")
            pause_s = float(wait) if wait.isdecimal() else PAUSE_S
            return NoMoveError(f"The server answered with status {error.code}", pause_s)
        except NoMoveError as error:
            return error
        except Exception as error:  # noqa: BLE001  # after any error there is no answer
            said = error if isinstance(error, OSError) else type(error).__name__  # other errors may contain the key
            return NoMoveError(f"The server cannot be asked: {said}", PAUSE_S)


def read_answer(data: bytes) -> Answer:
    """Returns the answer in the bytes that the server sent; raises NoMoveError if they are malformed."""
    try:
        said = json.loads(data)
        content = said["choices"][0]["message"]["content"]
        text = content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise NoMoveError(f"The answer was malformed: {data[:60]!r}") from None
    usage = said.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Answer(text[-MOST_TEXT:], f"{usage.get('prompt_tokens', '?')}+{usage.get('completion_tokens', '?')} tokens")


def read_move(text: str, names: Sequence[str]) -> str:
    """Returns the legal move that an answer names after its last `Move:`, or on its last line if there is no `Move:`.
    Raises NoMoveError if it names no legal move there.
    """
    text = text.rpartition("</think>")[2]
    said = MOVE.findall(text) or [line.lstrip(" \"'`*_") for line in text.splitlines() if line.strip()]
    if not said:
        raise NoMoveError("The answer was empty")
    for fold in (str, str.casefold):
        found = [name for name in names if re.match(rf"{re.escape(fold(name))}(?!\s*\w)", fold(said[-1]))]
        if found:
            return max(found, key=len)
    raise NoMoveError(f"{said[-1][:60]!r} is none of the legal moves")


class Player(Bot):
    """The bot in one match, which asks the model for each choice."""

    def __init__(self, start: MatchStart, model: Model | None = None) -> None:
        super().__init__(start)
        self.model = model or model_of_surroundings()
        self._noted = 0
        said = {name: getattr(start, name) for name in ("game", "edition", "seat", "seats", "rules")}
        self._system = {"role": "system", "content": SYSTEM.format(**said)}

    def choose(self, turn: Turn) -> int:
        """Returns the legal move that the model names. If it names none, asks once more. If there is still none, or
        the time for this choice is over, returns the first legal move.
        """
        if len(turn.legal) == 1:
            return turn.legal[0]
        deadline = time.monotonic() + max(0.0, turn.bank_ms / 1000 - RESERVE_S) / SHARE
        moves = "\n".join(f"- {name}" for name in turn.names)
        messages = [self._system, {"role": "user", "content": USER.format(position=turn.position, moves=moves)}]
        failed: list[str] = []
        while len(failed) < 2 and (left_s := deadline - time.monotonic()) > 0:  # at most two attempts
            text = ""
            try:
                text, tokens = self.model.ask(messages, left_s)
                name = read_move(text, turn.names)
            except NoMoveError as error:
                failed.append(str(error))
                self._log(messages, text, failed[-1])
                messages += [{"role": "assistant", "content": text}] * bool(text)
                messages += [{"role": "user", "content": AGAIN.format(reason=error)}] * bool(text)
                if error.pause_s > deadline - time.monotonic():
                    break
                time.sleep(error.pause_s)
            else:
                self._log(messages, text, name)
                self._note(turn, "".join(f"asked again ({reason}); " for reason in failed) + f"{tokens}: {text}")
                return turn.legal[list(turn.names).index(name)]
        self._note(turn, f"first legal move: {'; '.join(failed) or 'no time is left to ask'}")
        return turn.legal[0]

    def _note(self, turn: Turn, text: str) -> None:
        """Attaches a note to the choice, cut to a twentieth of the characters left for the match's notes."""
        if not self._noted:
            text = f"{self.model.name}, temperature {self.model.temperature or 'not set'}; {text}"
        text = " ".join(text.split())[: (NOTES - self._noted) // 20]
        self._noted += len(text)
        turn.note(text)

    def _log(self, messages: Sequence[dict[str, str]], text: str, outcome: str) -> None:
        """Appends a line of JSON with the messages, the answer and its outcome to the file that LLM_LOG names; does
        nothing if this variable is not set.
        """
        if path := os.environ.get("LLM_LOG"):
            said = {"match": self.start.id, "seat": self.start.seat, "model": self.model.name, "messages": messages}
            with suppress(OSError), open(path, "a", encoding="utf-8") as file:  # noqa: PTH123  # one call that appends
                file.write(json.dumps(said | {"answer": text, "outcome": outcome}) + "\n")


def model_of_surroundings() -> Model:
    """Returns the model that the environment variables describe; ends the program with an explanation if LLM_URL or
    LLM_MODEL is not set.
    """
    known = os.environ.get
    if not known("LLM_URL") or not known("LLM_MODEL"):
        sys.exit("LLM_URL and LLM_MODEL are not set; start with: arena remote --env LLM_URL --env LLM_MODEL ...")
    return Model(known("LLM_URL", ""), known("LLM_MODEL", ""), known("LLM_KEY", ""), known("LLM_TEMPERATURE", ""))


if __name__ == "__main__":
    model_of_surroundings()
    run(Player, max_matches=1, words=True)
