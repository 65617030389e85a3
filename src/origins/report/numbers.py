"""Numbers for readers: a true minus, and no more digits than their uncertainty allows."""

import math
from collections.abc import Sequence


def decimals(uncertainty: float | None) -> int:
    """How many decimals an uncertainty allows: two digits of it from 10 to 35, otherwise one (Particle Data Group).

    Three where it is unknown, or zero because there is only one run.
    """
    if uncertainty is None or not (math.isfinite(uncertainty) and uncertainty > 0):
        return 3
    power = math.floor(math.log10(uncertainty))
    return min(6, max(0, (1 if uncertainty / 10.0**power < 3.55 else 0) - power))


def two_digits(value: float) -> int:
    """The decimals that show two digits of a value, at least two."""
    return 3 if value == 0 else min(6, max(2, 1 - math.floor(math.log10(abs(value)))))


def number(value: float, places: int, sign: str = "-") -> str:
    """With a true minus, never before a zero; with sign "+" a plus as well."""
    shown = f"{value:{sign}.{places}f}"
    if not any(digit in shown for digit in "123456789"):
        shown = shown.lstrip("+-")
    return shown.replace("-", "−")


def plus_minus(value: float, uncertainty: float | None, sign: str = "-") -> str:
    """0.20 ± 0.20; the value alone where its uncertainty is unknown."""
    places = decimals(uncertainty)
    if uncertainty is None or not math.isfinite(uncertainty) or uncertainty <= 0:
        return number(value, places, sign)
    return f"{number(value, places, sign)} ± {number(uncertainty, places)}"


def interval(value: float, half: float, sign: str = "-") -> str:
    """0.012 to 0.050: what lies so far to either side."""
    low, high = (number(end, two_digits(half), sign) for end in (value - half, value + half))
    return f"{low} to {high}"


def span(values: Sequence[float]) -> str:
    """0.008 to 0.02: the smallest and the largest p-value, with two significant digits."""
    low, high = _p(min(values)), _p(max(values))
    return low if low == high else f"{low} to {high}"


def _p(value: float) -> str:
    return "< 0.0001" if value < 0.0001 else f"{value:.2g}" if value < 0.995 else "1.0"
