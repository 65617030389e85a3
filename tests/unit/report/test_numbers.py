import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from origins.report.numbers import decimals, interval, number, plus_minus, span


@given(st.floats(1e-5, 1e3))
def test_numbers_show_one_or_two_digits_of_their_uncertainty(uncertainty):
    places = decimals(uncertainty)
    shown = round(uncertainty * 10**places)
    if 0 < places < 6:
        assert 3 <= shown <= 35
    assert places <= 6


@pytest.mark.parametrize(
    ("value", "uncertainty", "text"),
    [
        (0.2001, 0.2, "0.20 ± 0.20"),
        (1.114, 0.05, "1.11 ± 0.05"),
        (-0.04812, 0.0123, "−0.048 ± 0.012"),
        (-0.0001, 0.3, "0.00 ± 0.30"),
        (0.25, math.nan, "0.250"),
        (12.3, 0.0962, "12.30 ± 0.10"),
    ],
)
def test_values_have_the_digits_that_their_uncertainty_allows(value, uncertainty, text):
    assert plus_minus(value, uncertainty) == text


def test_small_numbers_have_no_sign_of_their_own():
    assert number(-0.001, 2) == "0.00"
    assert number(0.5, 1, "+") == "+0.5"
    assert span([0.0812, 0.5331]) == "0.081 to 0.53"
    assert span([0.00001, 1.0]) == "< 0.0001 to 1.0"


@pytest.mark.parametrize(
    ("value", "half", "text"),
    [
        (0.031, 0.019, "0.012 to 0.050"),
        (-0.2, 0.25, "−0.45 to 0.05"),
        (0.0004, 0.5, "−0.50 to 0.50"),
        (0.06, 0.05, "0.010 to 0.110"),
    ],
)
def test_an_interval_has_the_digits_that_its_width_allows(value, half, text):
    assert interval(value, half) == text
