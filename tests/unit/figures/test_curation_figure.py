import numpy as np
import pandas as pd
import pytest
from matplotlib.text import Text
from pictures import saved, texts
from unit.experiment.test_curation import hand_made

from origins.analysis.curation import curation_table
from origins.figures.curation import WAYS, curation

pytestmark = pytest.mark.slow  # left out by `make check`


def tables(seeds=2):
    ways, baselines, retrained = hand_made()
    retrained = retrained[retrained["seed"] <= seeds]
    return curation_table(ways, 0.0, baselines, retrained, tokens=1000), ways


def test_every_way_has_its_line_as_predicted_and_its_points_as_retrained():
    table, ways = tables()
    axes = curation(table, ways, metric="weat1", setup="starter").axes[0]
    for way in ("adaptive", "random"):
        lines = [line for line in axes.get_lines() if line.get_color() == WAYS[way][1]]
        (predicted,) = [line for line in lines if line.get_linestyle() == "-"]
        np.testing.assert_array_equal(predicted.get_xydata(), ways[ways["way"] == way][["documents", "predicted"]])
        (points,) = [line for line in lines if line.get_marker() == WAYS[way][2]]
        np.testing.assert_array_equal(points.get_xydata(), table[table["way"] == way][["documents", "reached"]])
    assert axes.get_xscale() == "log"


def test_it_says_what_it_shows_in_letters_that_can_be_read():
    figure = curation(*tables(), metric="weat1", setup="starter")
    figure.draw_without_rendering()
    shown = " ".join(texts(figure))
    assert "Bias against the number of documents removed" in shown
    assert "starter · weat1 · points: retrained, mean ± 1 std of 2 paired seeds" in shown
    assert {"target", "baseline mean", "at random"} <= set(texts(figure))
    assert "ranked once by PPMI" not in shown  # it was not there
    assert min(text.get_fontsize() for text in figure.findobj(Text) if text.get_text()) >= 7


def test_one_seed_has_no_deviation_and_the_same_tables_give_the_same_bytes(tmp_path):
    table, ways = tables(seeds=1)
    assert table["reached_std"].isna().all()
    once, again = (
        saved([("curation", curation(pd.DataFrame(table), ways, metric="weat1"))], tmp_path / name)
        for name in ("once", "again")
    )
    assert once == again
    assert any("1 paired seed" in text for text in texts(curation(table, ways, metric="weat1")))
