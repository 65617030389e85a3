"""Free choices of documents: the page measures the metric again, and gets what Python gets."""

import base64
import re
from pathlib import Path

import numpy as np
import pytest
from browser.reader import shown
from pages import CONFIG, SEEDS, tables, write_page

from origins.metrics.definitions import KINDS, metric
from origins.metrics.library import library, words_of
from origins.metrics.weat import WEAT

pytestmark = pytest.mark.xdist_group("browser")

METRICS = Path(__file__).parents[2] / "src/origins/report/assets/metrics.js"


KNOWN = library() | CONFIG["metrics"]
ONE_OF_EACH = {definition["kind"]: name for name, definition in KNOWN.items()}


def test_every_kind_of_metric_is_compared():
    assert set(ONE_OF_EACH) == set(KINDS)


@pytest.mark.parametrize("name", [*ONE_OF_EACH.values(), "weat2", "ect1"])
def test_metrics_in_the_page_are_those_of_python(browser, name):
    definition = KNOWN[name]
    words = sorted(set(words_of(definition)))
    measured = metric(name, definition, {word: k for k, word in enumerate(words)})
    vectors = np.random.default_rng(1).normal(0, 0.3, (len(words), 75))
    for case in (vectors, np.where(np.arange(len(words))[:, None] == 3, 0, vectors), np.ones_like(vectors)):
        script = METRICS.read_text() + "return METRICS[arguments[0]](Float64Array.from(arguments[1]), 75, arguments[2])"
        sets = [each.tolist() for each in measured.sets]
        found = browser.run(script, definition["kind"], case.ravel().tolist(), sets)
        assert found == pytest.approx(measured.kernel(case, *measured.sets), rel=0, abs=1e-12)
        assert found == pytest.approx(measured.bias(case), rel=0, abs=1e-12)


def without(made, name, rows):
    """Score by embedding before and after, from what the page is given."""
    given = made.explanations[name]["shifts"]
    D, moves = given["dimension"], len(given["word"])
    vectors = np.frombuffer(base64.b64decode(given["vectors"]), "<f4").reshape(SEEDS, -1, D).astype(float)
    scale = np.frombuffer(base64.b64decode(given["scale"]), "<f4").reshape(SEEDS, moves, 1).astype(float)
    by = np.frombuffer(base64.b64decode(given["by"]), np.int8).reshape(SEEDS, moves, D) * scale
    listed = [document["id"] for document in made.explanations[name]["documents"]]
    sets = [np.array(each) for each in given["sets"]]
    kernel = WEAT.kernel
    before, after = [], []
    for seed in range(SEEDS):
        moved = vectors[seed].copy()
        for row in rows:
            id = made.documents["id"][row]
            if id in listed:
                k = listed.index(id)
                for m in range(given["ends"][k], given["ends"][k + 1]):
                    moved[given["word"][m]] -= by[seed, m]
        others = [row for row in rows if made.documents["id"][row] not in listed]
        before.append(kernel(vectors[seed], *sets))
        after.append(kernel(moved, *sets) - made.scores[name]["delta_mean"][others].sum())
    return np.array(before), np.array(after)


def predicted(browser):
    browser.wait("return document.querySelector('#predicted')")
    return float(browser.find("#predicted").get_attribute("data-value"))


@pytest.mark.engines
@pytest.mark.parametrize("name", ["weat1", "weat2"])
def test_a_free_choice_is_measured_again_in_every_embedding(everything, name):
    made = tables(long_line=1_000_000)
    if name == "weat2":
        everything.choose("#whatif select.metric", "WEAT 2")
    order = made.scores[name].sort_values("rank").index.tolist()
    for place in (1, 2, 3):
        everything.find(f"#row-{place} input").click()
    before, after = without(made, name, order[1:4])
    assert predicted(everything) == pytest.approx(after.mean(), abs=1e-9)
    assert shown(everything.find("#predicted").text) == pytest.approx(after.mean(), abs=0.006)
    answer, how = (everything.find(f"#whatif .{part}").text for part in ("answer", "how"))
    assert "(the same 10 seeds)" in answer
    change, deviation = re.search(r"Δ is (\S+) ± (\S+) \(± one standard deviation over seeds\)\.", how).groups()
    assert shown(change) == pytest.approx((before - after).mean(), abs=0.006)
    assert float(deviation) == pytest.approx((before - after).std(ddof=1), rel=0.1)
    # by the first measured size that is no smaller
    assert "0.010 for random choices of 5 documents (sum of single effects: 0.030)" in how
    assert "; 0.020 for the 5 strongest in either direction (0.06)." in how
    everything.find("#row-3 input").click()
    worse = "0.0033 for random choices of 2 documents (sum of single effects: 0.004)."  # of two kinds of choices
    assert worse in everything.find("#whatif .how").text
    assert "one standard deviation over seeds" in everything.find("#whatif .legend").text


@pytest.mark.engines
def test_documents_whose_shifts_are_not_there_are_added_up_and_counted(everything):
    made = tables(long_line=1_000_000)
    listed = {document["id"] for document in made.explanations["weat1"]["documents"]}
    order = made.scores["weat1"].sort_values("rank").index.tolist()
    others = [row for row in order if made.documents["id"][row] not in listed][:1]
    everything.type("#search", made.documents["title"][others[0]])
    everything.wait("return document.querySelector('#status').textContent.startsWith('1 of')")
    everything.find("#row-0 input").click()
    everything.type("#search", " ")
    everything.wait("return document.querySelector('#status').textContent.startsWith('60 of')")
    everything.find("#row-1 input").click()
    _, after = without(made, "weat1", [order[1], *others])
    assert predicted(everything) == pytest.approx(after.mean(), abs=1e-6)
    assert "One of them is not among the 38 most influential documents" in everything.find("#whatif .how").text


def test_more_documents_than_were_tried_are_not_vouched_for(everything):
    everything.find("#row-0 input").click()
    everything.find("#first").click()
    everything.find("#row-12 input").click()
    predicted(everything)
    assert "was measured for up to 5 documents only." in everything.find("#whatif .how").text


def test_where_the_shifts_cannot_be_loaded_the_page_says_that_it_only_adds_up(browser, tmp_path):
    page = write_page(tmp_path / "page")
    (page.parent / "data/shifts-0.js").unlink()
    browser.open(page)
    for place in (1, 2):
        browser.find(f"#row-{place} input").click()
    predicted(browser)
    assert "could not be loaded, so this is a sum of single effects" in browser.find("#whatif .how").text


def test_an_effect_size_beyond_its_limit_is_said_to_be_impossible(browser, tmp_path):
    page = write_page(tmp_path / "page")
    page.write_text(re.sub(r'"limit":[\d.]+', '"limit":0.01', page.read_text()))
    browser.open(page)
    for place in (1, 2):
        browser.find(f"#row-{place} input").click()
    predicted(browser)
    assert "With these word sets, an effect size cannot exceed ±0.01: these are" in browser.find("#whatif .out").text


def test_where_the_prepared_sets_cannot_be_loaded_the_page_says_so(browser, tmp_path):
    page = write_page(tmp_path / "page")
    (page.parent / "data/sets.js").unlink()
    browser.open(page)
    browser.wait("return document.querySelector('#whatif').textContent.includes('so prepared sets are missing')")
