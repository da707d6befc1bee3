"""Which language a browser would like best."""

from collections.abc import Mapping
from functools import lru_cache

from leaderboards.pages.texts import DEFAULT, languages


def language_of(headers: Mapping[str, str]) -> str:
    """The language of an answer to a request with these headers."""
    return wanted(headers.get("accept-language", "")[:200])


@lru_cache
def wanted(accepted: str) -> str:
    """The language there are sentences in that an Accept-Language header likes best."""
    there = languages()
    liked: list[tuple[float, int, str]] = []
    for place, entry in enumerate(accepted.split(",")):
        tag, _, weight = entry.strip().partition(";q=")
        language = tag.partition("-")[0].lower()
        if language in there:
            liked.append((-_weight(weight), place, language))
    return min(liked)[2] if liked and min(liked)[0] < 0 else DEFAULT


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
