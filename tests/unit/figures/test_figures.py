import matplotlib
import numpy as np
import pandas as pd
import pytest
from frames import synthetic
from matplotlib.backends.backend_agg import FigureCanvasAgg
from pictures import saved, texts

from origins.analysis import evaluation
from origins.figures import effects, style
from origins.figures.baseline import baselines
from origins.figures.estimators import estimators
from origins.figures.histogram import histogram
from origins.figures.lds import lds
from origins.figures.training import convergence

pytestmark = pytest.mark.slow  # left out by `make check`

HOSTILE = "$\\frac{1}$ <b>&amp;</b>\n$x_\x07 \u202e % { ☃"


def frames(**settings):
    data = synthetic(**settings)
    means = evaluation.set_means(*data)
    one = means[(means["metric"] == "weat1") & (means["estimator"] == means["estimator"].iloc[0])]
    targeted, random = (one[one["kind"].map(evaluation.GROUPS) == group] for group in ("targeted", "random"))
    single = evaluation.single_documents(*data).query("metric == 'weat1'")
    return targeted, random, single, evaluation.correlation(*data)


def losses(seeds=3):
    rows = [(seed, epoch, 0.1 * epoch**-0.5 + 0.001 * seed) for seed in range(1, seeds + 1) for epoch in range(1, 9)]
    return pd.DataFrame(rows, columns=["seed", "epoch", "loss"])


TWO = (("influence", 0, 0), ("damped", 0, 0))


def subsets(estimators=TWO, seeds=("paired", "unpaired"), metrics=("weat1", "weat2")):
    rows = [
        (metric, share, each, name, how, 50, 2, 3, 0.9 - 0.1 * k, 0.8 - 0.2 * k, 0.95 - 0.05 * k)
        for metric in metrics
        for share in (5, 50)
        for each in seeds
        for k, (name, _, _) in enumerate(estimators)
        for how in ("set", "sum")
    ]
    columns = ["metric", "left_out", "seeds", "estimator", "effects", "subsets", "retrains", "baselines"]
    return pd.DataFrame(rows, columns=[*columns, "spearman", "low", "high"])


def all_figures(metric="weat1", setup="starter", **settings):
    targeted, random, single, table = frames(**settings)
    bins = evaluation.delta_histogram(np.random.default_rng(0).normal(size=500) / 1000, [0.9, 1.0])
    yield "histogram", histogram(bins, metric=metric, setup=setup)
    yield "means", effects.effect_means(targeted, metric=metric, setup=setup)
    yield "targeted", effects.effect_by_set(targeted, metric=metric, setup=setup)
    yield "random", effects.effect_by_set(random, metric=metric, setup=setup)
    yield "single", effects.single_documents(single, metric=metric, setup=setup)
    yield "estimators", estimators(table, setup=setup)
    yield "convergence", convergence(losses(), setup=setup)
    yield "lds", lds(subsets(**{key: settings[key] for key in settings if key == "estimators"}), setup=setup)
    yield "baseline", baselines(synthetic()[0], setup=setup)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """Every figure and the bytes of its files."""
    figures = dict(all_figures())
    return figures, saved(figures.items(), tmp_path_factory.mktemp("drawn"))


def test_the_same_frames_give_the_same_bytes_whatever_the_users_settings(drawn, tmp_path):
    _, files = drawn
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "savefig.dpi": 50}):
        again = saved(all_figures(), tmp_path)
        assert matplotlib.rcParams["font.size"] == 30  # which stay the user's
    assert len(files) == 18
    assert files == again
    assert all(b"Date" not in content and b"atplotlib" not in content for content in files.values())


@pytest.mark.filterwarnings("ignore:Glyph")
def test_hostile_names_are_drawn_as_text():
    for name, figure in all_figures(metric=HOSTILE, setup=HOSTILE, estimators=((HOSTILE, 0.9, 0.01), ("$", 1, 0.1))):
        figure.draw_without_rendering()
        assert any("frac" in text for text in texts(figure)), name


def test_dollar_signs_never_begin_a_formula():
    figure = effects.effect_means(frames()[0], metric="$a$ and $b$")
    (heading,) = [text for text in figure.findobj(matplotlib.text.Text) if "$b" in text.get_text()]
    shown = "Bias predicted by influence (the paper’s) and\nretrained\n$a$ and $b$ · 8 sets · mean ± 1 std"
    assert heading._preprocess_math(heading.get_text()) == (shown, False)


@pytest.mark.parametrize(
    "settings",
    [
        {"seeds": 1, "retrain_seeds": 1},
        {"sizes": (10,), "random_sets": 1, "singles": 1},
        {"estimators": tuple((f"e{k}", 1, 0.1) for k in range(5))},
        {"noise": 0.0, "estimators": (("exact", 1, 0.0),)},
    ],
    ids=["one seed", "few sets", "five estimators", "no noise"],
)
def test_sparse_results_can_be_drawn(settings):
    for _, figure in all_figures(**settings):
        figure.draw_without_rendering()


def points(axes, colour):
    """The data of the markers in a colour."""
    lines = [
        line for line in axes.get_lines() if line.get_color() == colour and line.get_marker() not in ("None", "|", "_")
    ]
    return np.vstack([line.get_xydata() for line in lines])


def test_the_figure_of_means_shows_exactly_the_means():
    targeted = frames()[0]
    (axes,) = effects.effect_means(targeted, metric="weat1").axes
    for kind in ("decrease", "increase"):
        sets = targeted[targeted["kind"] == kind]
        np.testing.assert_allclose(points(axes, style.COLOURS[kind]), sets[["predicted_mean", "true_mean"]])
    line = evaluation.least_squares(targeted["predicted_mean"].to_numpy(), targeted["true_mean"].to_numpy())
    assert any(f"r² = {line.r2:.3f}" in text for text in axes.get_legend_handles_labels()[1])


def test_a_panel_of_single_documents_shows_predicted_against_true_delta():
    single = frames()[2]
    figure = effects.single_documents(single, metric="weat1")
    for axes, (estimator, documents) in zip(figure.axes, single.groupby("estimator", sort=False), strict=True):
        assert axes.get_title(loc="left").startswith(estimator)
        added = documents[documents["set"].str.contains("decrease")]
        np.testing.assert_allclose(points(axes, style.COLOURS["decrease"]), added[["predicted_delta", "true_delta"]])


def test_the_figure_of_the_linear_datamodeling_score_has_every_score_in_its_place():
    table = subsets()
    table["spearman"] = np.linspace(0.1, 0.9, len(table))
    figure = lds(table)
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    shares = [f"{share} % of the documents left out" for share in (5, 50)]
    assert titles == [f"{metric} · {share}" for metric in ("weat1", "weat2") for share in shares]
    for axes, (_, panel) in zip(figure.axes, table.groupby(["metric", "left_out"], sort=False), strict=True):
        for seeds, colour in (("paired", "prediction"), ("unpaired", "baseline")):
            chosen = panel[panel["seeds"] == seeds].sort_values("effects", kind="stable")
            shown = points(axes, style.COLOURS[colour])
            np.testing.assert_allclose(shown[:, 0], chosen["spearman"])
            assert shown[:, 1].round().tolist() == [0, 1, 0, 1]  # influence, damped


def test_a_linear_datamodeling_score_without_unpaired_seeds_or_interval_can_be_drawn():
    few = subsets(seeds=("paired",), metrics=("weat1",)).assign(low=np.nan, high=np.nan, retrains=1)
    few.loc[0, "spearman"] = np.nan
    figure = lds(few, setup="mine")
    figure.draw_without_rendering()
    assert figure.get_suptitle().endswith("mine · 50 subsets per panel · 1 retrain each")
    assert not any("unpaired" in text for text in texts(figure))


def test_sets_are_arranged_from_the_largest_decrease_to_the_largest_increase():
    targeted = frames(sizes=(10, 30))[0]
    (axes,) = effects.effect_by_set(targeted.sample(frac=1, random_state=0), metric="weat1").axes
    names = [tick.get_text() for tick in axes.get_yticklabels()]
    assert names == ["decrease - 30", "decrease - 10", "increase - 10", "increase - 30"]
    truth = points(axes, style.COLOURS["truth"])
    expected = targeted.set_index("set")["true_mean"][["decrease-30", "decrease-10", "increase-10", "increase-30"]]
    np.testing.assert_allclose(truth[:, 0], expected)


def test_retrains_of_some_seeds_stand_beside_the_baselines_of_these():
    """Five retrains near the mean of their own five baselines are no effect, wherever the other five baselines are."""
    random = frames()[1].assign(baseline_mean=0.67, baseline_seeds=10, paired_baseline=0.59, pairs=5)
    (axes,) = effects.effect_by_set(random, metric="weat1").axes
    lines = {line.get_label(): line.get_xdata()[0] for line in axes.lines if line.get_linestyle() == ":"}
    assert lines == {"baselines (n = 10)": 0.67, "baselines, seeds retrained (n = 5)": 0.59}
    (axes,) = effects.effect_by_set(random.assign(baseline_mean=0.59, baseline_seeds=5), metric="weat1").axes
    assert [line.get_label() for line in axes.lines if line.get_linestyle() == ":"] == ["baselines (n = 5)"]


def test_every_figure_says_how_much_is_behind_it(drawn):
    expected = {
        "histogram": "500 documents",
        "means": "8 sets",
        "targeted": "8 sets",
        "random": "12 sets",
        "single": "18 documents, 5 paired seeds",
        "estimators": "8 targeted sets",
        "convergence": "3 seeds",
        "lds": "50 subsets per panel · 2 retrains each",
        "baseline": "10 seeds",
    }
    for name, figure in drawn[0].items():
        assert any(expected[name] in text for text in [*texts(figure), figure.get_suptitle()]), name
    figure = effects.effect_by_set(frames()[1].head(1), metric="weat1")
    assert figure.get_suptitle().endswith("\nweat1 · 1 set")


def test_figures_by_different_estimators_say_by_which():
    targeted = frames()[0]
    for estimator, name in (("influence", "influence (the paper’s)"), ("relearn", "relearn")):
        for draw in (effects.effect_means, effects.effect_by_set):
            heading = draw(targeted.assign(estimator=estimator), metric="weat1").get_suptitle()
            assert f"predicted by {name} and retrained" in " ".join(heading.split())


def test_no_text_is_smaller_than_7_points(drawn):
    for name, figure in drawn[0].items():
        for text in [*figure.findobj(matplotlib.text.Text), figure._suptitle]:
            assert text.get_fontsize() >= 7 or not text.get_text(), (name, text)


def test_metrics_that_are_no_effect_sizes_have_a_scale_of_their_own():
    table = pd.DataFrame(
        {
            "metric": np.repeat(["weat1", "mac1", "career"], 3),
            "seed": [1, 2, 3] * 3,
            "bias": [0.1, 0.2, 0.3, 1.01, 1.02, 1.03, 1.1, 1.2, 1.3],
            "p": [0.2, 0.3, 0.4, np.nan, np.nan, np.nan, 0.01, 0.01, 0.02],
        }
    )
    effect_sizes, mac = baselines(table).axes
    assert [tick.get_text() for tick in effect_sizes.get_yticklabels()] == ["weat1", "career"]
    assert [tick.get_text() for tick in mac.get_yticklabels()] == ["mac1"]
    assert (effect_sizes.get_xlabel(), mac.get_xlabel()) == ("effect size", "score of mac1")
    low, high = mac.get_xlim()
    assert 1 < low < high < 1.05  # zero, far away, would hide the spread


def test_where_nothing_correlates_no_line_is_fitted():
    targeted = frames()[0]
    shuffled = targeted.assign(predicted_mean=[1, 2, 3, 4, 4, 3, 2, 1], true_mean=[1, 2, 3, 4, 1, 2, 3, 4])
    for table, lines in ((targeted, 1), (shuffled, 0)):
        (axes,) = effects.effect_means(table, metric="weat1").axes
        fits = [line for line in axes.get_lines() if line.get_color() == style.COLOURS["fit"]]
        assert len(fits) == lines
        assert any("r² = " in text for text in axes.get_legend_handles_labels()[1])


def test_every_figure_has_labels_and_none_is_cut_off(drawn):
    for name, figure in drawn[0].items():
        renderer = FigureCanvasAgg(figure).get_renderer()
        width, height = figure.get_size_inches() * figure.dpi
        for axes in figure.axes:
            for label in (axes.xaxis.label, axes.yaxis.label, axes.title, axes._left_title, figure._suptitle):
                box = label.get_window_extent(renderer)
                if label.get_text():
                    assert box.x0 > -1, (name, label)
                    assert box.y0 > -1, (name, label)
                    assert box.x1 < width + 1, (name, label)
                    assert box.y1 < height + 1, (name, label)
        assert any(axes.get_xlabel() for axes in figure.axes), name


@pytest.mark.parametrize("setup", ["mine", "simplewiki-2021-60", "simple-wikipedia-of-2021-sixty-epochs"])
def test_a_long_title_goes_on_in_the_next_line(setup):
    figure = convergence(losses(), setup=setup)
    title = figure._suptitle
    assert title.get_window_extent(FigureCanvasAgg(figure).get_renderer()).x1 < figure.get_figwidth() * figure.dpi
    assert title.get_fontsize() == style.SETTINGS["axes.titlesize"]
    assert setup in title.get_text()


def test_the_same_thing_has_the_same_colour_and_no_two_share_one():
    assert len(set(style.COLOURS.values())) == len(style.COLOURS)


def test_a_figure_that_fails_to_draw_leaves_no_file(tmp_path, monkeypatch):
    figure = convergence(losses())
    monkeypatch.setattr(figure, "savefig", lambda file, **_: file.write(b"half") and 1 / 0)
    with pytest.raises(ZeroDivisionError):
        style.save(figure, tmp_path / "figure.pdf", tmp_path / "figure.png")
    assert list(tmp_path.iterdir()) == []
