import matplotlib
import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from pictures import saved, texts

from origins.analysis.frequency import frequency_fit
from origins.analysis.word_sets import agreement
from origins.figures import style
from origins.figures.frequency import frequency
from origins.figures.metadata import metadata
from origins.figures.projection import projections
from origins.figures.transfer import LOOKS, transfer, word_set_agreement

pytestmark = pytest.mark.slow  # left out by `make check`

ATTRIBUTES = {"S": ["science", "nasa"], "T": ["art", "novel"], "A": ["male", "man"], "B": ["female", "woman"]}
HOSTILE = "$\\frac{1}$ <b>&amp;</b>\n$x_\x07 \u202e % { ☃"


def means(words=8, seeds=3):
    rng = np.random.default_rng(0)
    rows = [
        (condition, side, f"word{side}{k}", 3000 // (k + 1), rng.normal(), 0.1 if seeds > 1 else np.nan, seeds)
        for condition in ("baseline", "decrease-300", "increase-300")
        for side in "ST"
        for k in range(words)
    ]
    return pd.DataFrame(rows, columns=["condition", "side", "word", "count", "mean", "std", "seeds"])


def moved(words=16, seeds=3):
    rng = np.random.default_rng(1)
    count = np.unique(np.geomspace(15, 20_000, words).astype(int))
    return pd.DataFrame(
        {
            "word": [f"word{k}" for k in range(len(count))],
            "side": np.where(np.arange(len(count)) % 2, "S", "T"),
            "count": count,
            "log10_count": np.log10(count),
            "change": 0.5 - 0.1 * np.log10(count) + rng.normal(0, 0.02, len(count)),
            "change_std": 0.01 if seeds > 1 else np.nan,
            "pairs": seeds,
        }
    )


def by_value(values=20, fields=("topic", "month"), name="value"):
    rng = np.random.default_rng(2)
    mean = rng.normal(size=values) / 1000
    table = pd.DataFrame({"value": [f"{name} {k}" for k in range(values)], "documents": 100, "share": 0.1})
    for what, center in (("sum", 100 * mean), ("mean", mean)):
        low, high = center - 0.5 * abs(mean), center + abs(mean)
        table = table.assign(**{f"delta_{what}": center, f"{what}_low": low, f"{what}_high": high})
    return pd.concat([pd.DataFrame(), *(table.assign(field=field) for field in fields)], ignore_index=True)


def carried_over(sizes=(10, 30, 100), random_sets=2, seeds=3, representations=("glove", "ppmi", "word2vec")):
    rng = np.random.default_rng(3)
    sets = [("baseline", "baseline", 0, 0.5)]
    sets += [(f"increase-{n}", "increase", n, 0.5 + 0.1 * n**0.4) for n in sizes]
    sets += [(f"random-{n}-{k}", "random", n, 0.5) for n in sizes for k in range(1, random_sets + 1)]
    sets += [(f"decrease-{n}", "decrease", n, 0.5 - 0.1 * n**0.4) for n in sizes]
    rows = [
        (each, name, kind, size, mean + rng.normal(0, 0.01), 0.05 if seeds > 1 and each != "ppmi" else np.nan, seeds)
        for each in representations
        for name, kind, size, mean in sets
    ]
    return pd.DataFrame(rows, columns=["representation", "set", "kind", "size", "mean", "std", "runs"])


def word_sets(number=2000):
    glove = np.random.default_rng(4).normal(0, 0.6, number)
    other = 0.7 * glove + np.random.default_rng(5).normal(0, 0.3, number)
    return pd.DataFrame({"number": range(number), "glove": glove, "ppmi": other, "word2vec": -other})


def of_word_sets(effects, other="ppmi", **options):
    found = agreement(effects["glove"].to_numpy(), effects[other].to_numpy())
    about = {"representation": other, "embeddings": 4, "glove_embeddings": 5}
    return word_set_agreement(effects, about | found, **options)


def of_frequency(table, **options):
    return frequency(table, frequency_fit(table), ATTRIBUTES, **options)


def all_figures(metric="weat1", setup="starter", name="value", words=8, seeds=3):
    attributes = {"A": [name, "he"], "B": ["she", name]}
    yield "projection", projections(means(words, seeds), attributes, metric=metric, setup=setup)
    yield "frequency", of_frequency(moved(2 * words, seeds), metric=metric, setup=setup)
    yield "metadata", metadata(by_value(2 * words, ("topic", name), name), metric=metric, setup=setup)
    yield "transfer", transfer(carried_over(seeds=seeds), metric=metric, setup=setup)
    yield "word sets", of_word_sets(word_sets(250 * words), setup=setup)


def points(axes, colour):
    """The data of the markers in a colour, error bars' caps aside."""
    lines = [
        line for line in axes.get_lines() if line.get_color() == colour and line.get_marker() not in ("None", "|", "_")
    ]
    return np.vstack([line.get_xydata() for line in lines])


@pytest.fixture(scope="module")
def drawn():
    return dict(all_figures())


def test_the_same_frames_give_the_same_bytes_whatever_the_users_settings(drawn, tmp_path):
    files = saved(drawn.items(), tmp_path / "once")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "savefig.dpi": 50}):
        assert files == saved(all_figures(), tmp_path / "again")
    assert len(files) == 10


@pytest.mark.filterwarnings("ignore:Glyph")
def test_hostile_names_are_drawn_as_text():
    for name, figure in all_figures(metric=HOSTILE, setup=HOSTILE, name=HOSTILE):
        figure.draw_without_rendering()
        assert any("frac" in text for text in texts(figure)), name


@pytest.mark.parametrize(("words", "seeds"), [(8, 1), (1, 3), (25, 5)], ids=["one seed", "few words", "many words"])
def test_sparse_and_crowded_results_can_be_drawn(words, seeds):
    for _, figure in all_figures(words=words, seeds=seeds):
        figure.draw_without_rendering()


def test_every_figure_says_how_much_is_behind_it(drawn):
    expected = {
        "projection": "16 target words",
        "frequency": "16 target words",
        "metadata": "15 of 16 values",
        "transfer": "12 sets",
        "word sets": "2,000 random word sets",
    }
    for name, figure in drawn.items():
        assert any(expected[name] in text for text in texts(figure)), name
    assert any("± 1 std (n = 3)" in text for text in texts(drawn["frequency"]))
    assert {"baseline (n = 3)", "without decrease-300 (n = 3)"} <= set(texts(drawn["projection"]))
    assert {"effect size in GloVe (n = 5)", "effect size in PPMI"} <= set(texts(drawn["word sets"]))


def test_no_text_is_smaller_than_7_points(drawn):
    for name, figure in drawn.items():
        for text in figure.findobj(matplotlib.text.Text):
            assert text.get_fontsize() >= 7 or not text.get_text(), (name, text)


def test_no_label_and_no_legend_is_cut_off(drawn):
    for name, figure in drawn.items():
        renderer = FigureCanvasAgg(figure).get_renderer()
        figure.draw(renderer)
        width, height = figure.get_size_inches() * figure.dpi
        for axes in figure.axes:
            labels = [axes.xaxis.label, axes.yaxis.label, axes._left_title, figure._suptitle, *axes.texts]
            for axis in (axes.xaxis, axes.yaxis):
                low, high = sorted(axis.get_view_interval())  # labels beyond are not drawn
                labels += [tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
            for label in (*labels, *figure.legends):
                box = label.get_window_extent(renderer)
                if box.width:
                    assert min(box.x0, box.y0) > -1, (name, label)
                    assert box.x1 < width + 1, (name, label)
                    assert box.y1 < height + 1, (name, label)


def test_each_word_has_its_frequency_and_its_projection_under_every_condition():
    table = means()
    panels = projections(
        table.sample(frac=1, random_state=0).sort_values(["condition", "side"]), ATTRIBUTES, metric="weat1"
    ).axes
    for axes, side in zip(panels, "ST", strict=True):
        names = [tick.get_text() for tick in axes.get_yticklabels()]
        assert names == [f"word{side}{k} ({3000 // (k + 1):,})" for k in range(8)]  # frequent words first
        for condition in ("baseline", "decrease-300", "increase-300"):
            expected = table.query("condition == @condition and side == @side")["mean"]
            found = points(axes, style.COLOURS[condition.split("-")[0]])
            np.testing.assert_allclose(found[-8:, 0], expected)
            np.testing.assert_array_equal(np.round(found[-8:, 1]), range(8))


def test_a_is_on_the_left_of_the_axis_as_in_the_paper_and_its_words_say_so():
    panels = projections(means(), ATTRIBUTES, metric="weat1").axes
    assert panels[-1].get_xlabel() == "male …  ←  projection  →  female …"
    for axes in panels:
        left, right = axes.get_xlim()
        assert left > right  # projections towards A are positive


def test_the_line_of_frequency_is_on_its_logarithm():
    table = moved()
    (axes,) = of_frequency(table, metric="weat1").axes
    found = points(axes, style.COLOURS["truth"])
    np.testing.assert_allclose(found[np.argsort(found[:, 0])], table[["count", "change"]])
    (fit,) = [each for each in axes.get_lines() if each.get_color() == style.COLOURS["fit"]]
    expected = frequency_fit(table)
    assert f"r² = {expected['r2']:.3f} ({expected['r2_low']:.2f} to {expected['r2_high']:.2f})" == fit.get_label()
    np.testing.assert_allclose(fit.get_ydata(), expected["intercept"] + expected["slope"] * np.log10(fit.get_xdata()))


def test_the_most_moved_word_is_named_and_no_name_covers_another():
    table = moved(60)
    figure = of_frequency(table, metric="weat1")
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    (axes,) = figure.axes
    assert table["word"][table["change"].idxmax()] in texts(figure)
    boxes = [text.get_window_extent(renderer) for text in axes.texts]
    assert len(boxes) > 2
    assert not any(a.overlaps(b) for k, a in enumerate(boxes) for b in boxes[:k])


def test_bars_are_the_means_and_sums_of_the_largest_values():
    table = by_value(fields=["topic"])
    table.loc[3, ["value", "delta_sum"]] = ["(other)", 1e6]
    left, right = metadata(table, metric="weat1").axes
    shown = table.loc[table.drop(3)["delta_sum"].abs().nlargest(15).index.sort_values()]
    assert [tick.get_text() for tick in left.get_yticklabels()] == [f"{value} (100)" for value in shown["value"]]
    for axes, column in ((left, "delta_mean"), (right, "delta_sum")):
        np.testing.assert_allclose([bar.get_width() for bar in axes.patches], shown[column])
        colours = [matplotlib.colors.to_hex(bar.get_facecolor()).upper() for bar in axes.patches]
        kinds = np.where(shown[column] > 0, style.COLOURS["decrease"], style.COLOURS["increase"])
        assert colours == list(kinds)


def test_small_means_have_their_unit_in_the_label_and_no_factor_in_the_corner():
    table = by_value(fields=["topic"])
    numbers = table.columns[table.columns.str.contains("mean")]
    table[numbers] *= 1e-6 / table[numbers].abs().max(axis=None)
    figure = metadata(table, metric="weat1")
    figure.draw_without_rendering()
    left, right = figure.axes
    assert left.get_xlabel() == "mean of Δ in units of 10⁻⁶, 95 % interval"
    assert right.get_xlabel() == "sum of Δ, 95 % interval"
    assert max(abs(bar.get_width()) for bar in left.patches) == pytest.approx(1e6 * table["delta_mean"].abs().max())
    assert left.xaxis.get_offset_text().get_text() == ""


def test_values_and_fields_with_dollar_signs_are_no_formula():
    figure = metadata(by_value(2, ["$f$"], "$a$ and"), metric="$m$")
    found = {text._preprocess_math(text.get_text()) for text in figure.findobj(matplotlib.text.Text)}
    assert {("$a$ and 0 (100)", False), ("by $f$ · 2 values", False)} <= found


def test_a_corpus_without_metadata_says_so():
    figure = metadata(by_value().head(0), metric="weat1", setup="mine")
    figure.draw_without_rendering()
    assert any("no metadata" in text for text in texts(figure))


def test_sets_stand_from_the_largest_decrease_over_the_baseline_to_the_largest_increase_then_random():
    table = carried_over(random_sets=1)
    (axes,) = transfer(table, metric="weat1").axes
    names = [tick.get_text() for tick in axes.get_xticklabels()]
    expected = ["decrease-100", "decrease-30", "decrease-10", "baseline", "increase-10", "increase-30", "increase-100"]
    assert names == [*expected, "random-10-1", "random-30-1", "random-100-1"]
    ticks = axes.get_xticks()
    assert np.diff(ticks).argmax() == 6  # random sets stand apart
    for each, look in LOOKS.items():
        found = points(axes, look["color"])
        effects = table[table["representation"] == each].set_index("set")["mean"][names]
        np.testing.assert_allclose(found[:, 1], effects)
        assert (np.abs(found[:, 0] - ticks) < 0.5).all()


def test_representations_that_were_not_measured_on_a_set_leave_a_gap():
    table = carried_over()
    table = table[(table["representation"] != "word2vec") | (table["kind"] != "random")]
    (axes,) = transfer(table, metric="weat1").axes
    assert len(points(axes, LOOKS["word2vec"]["color"])) == 7
    assert len(points(axes, LOOKS["glove"]["color"])) == 13


def test_agreement_shows_every_word_set_and_its_r2():
    table = word_sets(50)
    (axes,) = of_word_sets(table, "word2vec").axes
    np.testing.assert_allclose(axes.collections[0].get_offsets(), table[["glove", "word2vec"]])
    assert axes.collections[0].get_rasterized()
    found = agreement(table["glove"].to_numpy(), table["word2vec"].to_numpy())
    assert axes.figure.get_suptitle() == "WEAT in GloVe and in word2vec\n50 random word sets"
    (fit,) = axes.get_lines()
    assert fit.get_label() == f"r² = {found['r2']:.3f} ({found['r2_low']:.3f} to {found['r2_high']:.3f})"
    np.testing.assert_allclose(fit.get_ydata(), found["intercept"] + found["slope"] * fit.get_xdata())
    assert axes.get_ylabel() == "effect size in word2vec (n = 4)"


def test_representations_have_colours_of_their_own():
    colours = {name: look["color"] for name, look in LOOKS.items()}
    assert colours.pop("glove") == style.COLOURS["truth"]  # the same retrains
    assert len({*colours.values(), *style.COLOURS.values()}) == len(colours) + len(style.COLOURS)


def test_where_frequency_explains_nothing_no_line_is_fitted():
    table = moved(16)
    table["change"] = np.tile([0.1, 0.3, 0.3, 0.1], 4)[: len(table)]
    (axes,) = of_frequency(table, metric="weat1").axes
    assert frequency_fit(table)["r2"] < style.NO_LINE
    assert not [each for each in axes.get_lines() if each.get_color() == style.COLOURS["fit"]]


def test_sides_are_named_by_their_words(drawn):
    assert {"S: science, nasa, …", "T: art, novel, …"} <= set(texts(drawn["frequency"]))
