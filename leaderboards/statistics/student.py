"""Student's t distribution (Student 1908), which the standard library lacks (decision 0021).

The probability of |T| > |t| is the regularised incomplete beta function I_x(df / 2, 1 / 2) at x = df / (df + t^2).
Lentz's method computes I_x from the continued fraction 8.17.22 of the NIST Digital Library of Mathematical Functions.
"""

from functools import cache
from math import exp, inf, lgamma, log, log1p, sqrt
from typing import Final

PRECISION: Final = 1e-14
TINY: Final = 1e-300
MOST_TERMS: Final = 10_000


def t_tail(t: float, df: int) -> float:
    """Returns the probability that |T| exceeds |t|, with `df` degrees of freedom; 1 if `df` is less than 1."""
    if df < 1:
        return 1.0
    square = t * t
    if square == inf:
        return 0.0
    return _incomplete_beta(df / (df + square), square / (df + square), df / 2, 0.5)


@cache
def t_quantile(tail: float, df: int) -> float:
    """Returns the value of t that |T| exceeds with probability `tail`, with `df` degrees of freedom; infinite if `df`
    is less than 1.
    """
    if df < 1:
        return inf
    low, high = 0.0, 1.0
    while t_tail(high, df) > tail:
        low, high = high, 2 * high
    while (middle := (low + high) / 2) not in {low, high}:
        low, high = (middle, high) if t_tail(middle, df) > tail else (low, middle)
    return high


def t_interval(mean: float, variance: float, count: int, alpha: float) -> tuple[float, float]:
    """Returns the 1 - alpha confidence interval of the mean of `count` independent values with this sample variance."""
    if count < 2:
        return -inf, inf
    half = t_quantile(alpha, count - 1) * sqrt(variance / count)
    return mean - half, mean + half


def _incomplete_beta(x: float, rest: float, a: float, b: float) -> float:
    """Returns the regularised incomplete beta function I_x(a, b); `rest` is 1 - x, as a separate argument to keep all
    its digits.
    """
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(rest, x, b, a)
    if x == 0:
        return 0.0
    beta = lgamma(a) + lgamma(b) - lgamma(a + b)
    front = exp(a * log(x) + b * (log(rest) if rest < 0.5 else log1p(-x)) - beta) / a
    return front * _continued_fraction(x, a, b)


def _continued_fraction(x: float, a: float, b: float) -> float:
    fraction, above, below = 1.0, 1.0, 0.0
    for term in range(MOST_TERMS):
        m, odd = divmod(term, 2)
        if term == 0:
            numerator = 1.0
        elif odd:
            numerator = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            numerator = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        below = 1 / (1 + numerator * below or TINY)
        above = 1 + numerator / above or TINY
        fraction *= above * below
        if abs(above * below - 1) < PRECISION:
            break
    return fraction - 1
