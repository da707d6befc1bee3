"""Tests the colours of lines in a chart: they contrast with the background, and people with colour blindness can tell
them apart.
"""

import re
from itertools import combinations
from typing import Final

import numpy as np
import pytest

from leaderboards.pages.assets import asset
from leaderboards.pages.views.table import MOST_COLOURS

SEEN: Final = {
    "all": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]
    ),
}
"""For each kind of colour vision, the matrix that maps linear sRGB to the colours seen (Machado, Oliveira, Fernandes
2009, full severity).
"""
OKABE_ITO: Final = ["#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"]
LMS: Final = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
LAB: Final = np.array(
    [
        [0.2104542553, 0.793617785, -0.0040720468],
        [1.9779984951, -2.428592205, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.808675766],
    ]
)
"""The second matrix of the conversion from linear sRGB to the colour space Oklab (Ottosson 2020)."""


def variables(scheme: str) -> dict[str, str]:
    """Returns the colours of the light or dark colour scheme, by name."""
    light, dark = asset("arena.css").decode().split("@media (prefers-color-scheme: dark)")[:2]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light if scheme == "light" else dark.split("\n}\n")[0]))


def linear(colour: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Returns the red, green and blue of a colour as linear light intensities, from 0 to 1."""
    parts = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """Returns the contrast ratio of two colours as WCAG defines it."""
    low, high = sorted(float(linear(colour) @ [0.2126, 0.7152, 0.0722]) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def nearest(colours: list[str], eyes: str) -> float:
    """Returns the smallest distance, in Oklab, between two of these colours for this kind of colour vision."""
    seen = [LAB @ np.cbrt(LMS @ np.clip(SEEN[eyes] @ linear(colour), 0, 1)) for colour in colours]
    return min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_line_stands_out_from_its_paper(scheme: str) -> None:
    found = variables(scheme)
    lines = [*(f"s{number}" for number in range(MOST_COLOURS)), "rest"]
    low = [(line, paper) for line in lines for paper in ("paper", "sheet") if contrast(found[line], found[paper]) < 3]
    assert low == []


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lines_are_told_apart_by_all_eyes_and_better_than_those_of_okabe_and_ito(scheme: str, eyes: str) -> None:
    found = variables(scheme)
    lines = [found[f"s{number}"] for number in range(MOST_COLOURS)]
    assert nearest(lines, eyes) > 0.12 > min(nearest(OKABE_ITO, one) for one in SEEN)
