"""What the page claims: same seeds side by side, noise marked, nothing before it was measured."""

import pytest
from browser.reader import open_first, paired, shown
from pages import tables, write_page
from selenium.webdriver.common.keys import Keys

from origins.analysis.certainty import is_clear

pytestmark = pytest.mark.xdist_group("browser")


def test_what_if_sets_prediction_truth_and_baseline_of_the_same_seeds_side_by_side(opened):
    row = (
        tables(long_line=1_000_000)
        .sets.query("metric == 'weat1' and set == 'decrease-10' and estimator == 'relearn'")
        .iloc[0]
    )
    assert row["pairs"] == 5
    assert abs(row["paired_baseline"] - row["baseline_mean"]) > 0.005  # other seeds have another baseline
    opened.choose("#prepared", "10 documents chosen by the paper’s estimator to lower the score")
    assert "a prediction for the set as a whole" in opened.find("#whatif .how").text
    answer = opened.find("#whatif .answer").text
    assert f"instead of {row['paired_baseline']:.3f} (the same 5 seeds)" in answer
    assert opened.find("#predicted").text == f"{row['paired_predicted']:.3f}"
    assert (
        f"retrained without them\n{row['paired_true']:.3f} (Δ +{row['true_delta']:.3f}"
        in opened.find("#whatif dl").text
    )
    assert opened.find("#row-0 input").is_selected()
    opened.find("#row-0 input").click()  # no longer the prepared set
    opened.wait("return document.querySelector('#whatif .how')")
    assert "We add up how far each document moves the words" in opened.find("#whatif .how").text
    assert "(the same 10 seeds)" in opened.find("#whatif .answer").text


def test_a_single_document_that_was_retrained_says_so_and_leaves_the_menu_alone(opened):
    truth = paired("single-decrease-1")
    title = opened.run("return document.querySelector('#row-0').children[1].textContent")
    opened.wait("return document.querySelector('#prepared').options.length > 1")
    open_first(opened)
    measured = f"Measured by retraining without it: Δ is +{truth['true_delta']:.3f}"
    assert measured in opened.find("#detail .measured").text
    assert "(± one standard deviation over seeds)" in opened.find("#detail .measured").text
    assert title in opened.find(".lead").text
    opened.find("#row-0 input").click()
    assert "Without this document, WEAT 1 would be" in opened.find("#whatif .answer").text
    assert "This is the predicted effect of this document (relearn)." in opened.find("#whatif .how").text
    beside = opened.texts("#whatif dt")
    assert beside == ["retrained without it", "the paper’s estimator"]  # a sum of one is nothing new
    assert opened.run("return document.querySelector('#prepared').selectedOptions[0]?.textContent") == "my own choice"


def test_documents_chosen_by_hand_are_recognised_as_a_prepared_set(everything):
    everything.find("#first").click()
    assert "a prediction for the set as a whole" in everything.find("#whatif .how").text
    assert everything.find("#prepared").get_attribute("value") == "weat1/decrease-10"


def test_documents_without_a_clear_effect_are_hidden_and_when_shown_greyed(opened):
    scores = tables(long_line=1_000_000).scores["weat1"]
    clear = is_clear(scores)
    assert 10 < clear.sum() < 50
    assert (
        opened.find("#status").text
        == f"{clear.sum()} of 60 documents; {60 - clear.sum()} without a clear effect hidden"
    )
    assert opened.run("return document.querySelectorAll('.rows .unclear:not([hidden])').length") == 0
    opened.find("#clear").click()
    assert opened.find("#status").text == "60 of 60 documents"
    doubtful = scores[~clear & (scores["delta_mean"] != 0)].iloc[0]
    opened.type("#search", doubtful["id"])
    opened.wait("return document.querySelector('#row-0').classList.contains('unclear')")
    opened.find("#row-0").click()
    assert opened.find("#detail .sentence").text.startswith("No clear effect on WEAT 1: predicted Δ is")
    assert "none" in opened.find("#detail .sentence").get_attribute("class")
    assert "none" in opened.run("return document.querySelector('#row-0').children[2].className")
    opened.find("#clear").click()
    assert opened.find(".nothing p").text.endswith("match, but none has a clear effect.") or (
        opened.find(".nothing p").text == "One document matches, but it has no clear effect."
    )
    opened.find(".nothing button").click()
    assert opened.find("#row-0").is_displayed()
    assert not opened.find("#clear").is_selected()


def test_one_embedding_lists_all_documents_and_says_why(browser, tmp_path):
    made = tables(trace=True)
    unknown = dict.fromkeys(("delta_std", "delta_low", "delta_high"), float("nan"))
    made = made._replace(
        settings=made.settings | {"glove": made.settings["glove"] | {"seeds": 1}},
        baselines=made.baselines.query("seed == 1"),
        scores={name: scores.assign(**unknown) for name, scores in made.scores.items()},
    )
    browser.open(write_page(tmp_path, made=made))
    assert browser.find("#status").text == "60 of 60 documents"
    assert not browser.find("#clear").is_selected()
    assert "One embedding cannot tell which effects are clear." in browser.find("#explorer-app").text
    browser.find("#clear").click()
    assert browser.find("#status").text.startswith("0 of 60")
    assert "clear=1" in browser.run("return location.hash")
    assert browser.problems() == []


def test_single_documents_without_a_title_are_named_by_what_was_predicted(opened):
    said = set()
    for _ in range(6):
        opened.press("[data-chart=single] svg", Keys.ARROW_LEFT)
        said.add(opened.find("#tooltip").text.split("\n")[0])
    assert "document 2 of those predicted to lower the score when removed" in said
    assert "document 1 of those predicted to raise the score when removed" in said


def test_documents_can_be_sorted_by_certainty(opened):
    assert opened.find("[data-key=certainty] button").text == "certainty"
    assert "certainty: Δ in half-widths of its interval; clear above 1." in opened.find("#explorer-app").text
    opened.find("[data-key=certainty] button").click()
    script = "return [...document.querySelectorAll('.rows .row:not([hidden])')].map(row => row.children[4].textContent)"
    found = [shown(value) for value in opened.run(script)]
    assert found == sorted(found, reverse=True)
    assert found[-1] >= 1


def test_every_mark_of_a_chart_is_in_its_legend(opened):
    for chart in ("truth", "single"):
        script = f"""const all = selector => [...document.querySelectorAll('[data-chart={chart}] ' + selector)];
            const kind = each => each.getAttribute('class').split(' ').pop();
            const kinds = selector => [...new Set(all(selector).map(kind))];
            return [kinds('.drawing .point'), kinds('.legend svg > *')]"""
        drawn, explained = opened.run(script)
        assert drawn
        assert set(drawn) | {"identity", "error"} == set(explained)
    assert "chosen by PPMI" in opened.find("[data-chart=truth] .legend").text


def test_before_retraining_the_page_works_without_sets(browser, tmp_path):
    browser.open(write_page(tmp_path, trace=True))
    assert browser.problems() == []
    assert "Run make reproduce with the same settings, or" in browser.find("#truth .missing").text
    assert len(browser.texts("svg.drawing")) == 4  # scores, histogram, kinds, two metrics
    open_first(browser)
    for place in (0, 1):
        browser.find(f"#row-{place} input").click()
    browser.wait("return document.querySelector('#predicted')")
    assert not browser.find("#prepared").is_displayed()
    browser.choose("#explorer select.metric", "WEAT 2")
    assert browser.problems() == []


def test_kinds_of_documents_are_drawn_with_intervals_and_list_their_documents(opened):
    results = tables(long_line=1_000_000)
    kinds = results.metadata["weat1"].query("field == 'topic'")
    assert len(kinds) > 2
    assert opened.run("return document.querySelectorAll('[data-chart=kinds] .point').length") == len(kinds)
    assert f"There are {len(results.metadata['weat1'])} groups" in opened.find("#documents").text
    first = kinds.sort_values("delta_mean", ascending=False).iloc[0]
    opened.press("[data-chart=kinds] svg", Keys.ARROW_RIGHT)
    said = opened.find("#tooltip").text
    assert f"topic: {first['value']}\n{first['documents']} documents\nmean Δ" in said
    opened.type("#search", "no such document")
    opened.wait("return location.hash.includes('q=no')")
    before = opened.run("return history.length")
    opened.press("[data-chart=kinds] svg", Keys.ARROW_RIGHT, Keys.ENTER)
    assert opened.find("#status").text == f"{first['documents']} of 60 documents"  # all of them, whatever was searched
    assert opened.run("return history.length") == before + 1
    opened.press("[data-chart=kinds] svg", Keys.ESCAPE, Keys.ARROW_LEFT)  # the first step back is to the last mark
    last = kinds.sort_values("delta_mean").iloc[0]
    assert f"topic: {last['value']}\n" in opened.find("#tooltip").text
    opened.choose("#kind", "source")
    assert opened.run("return document.querySelectorAll('[data-chart=kinds] .point').length") == 2


def test_a_kind_without_an_interval_is_drawn_without_one_and_may_be_zero(browser, tmp_path):
    made = tables()
    table = made.metadata["weat1"]
    best = table.query("field == 'topic'")["delta_mean"].idxmax()
    for column in ("mean_low", "mean_high", "sum_low", "sum_high"):
        table.loc[best, column] = float("nan")
    browser.open(write_page(tmp_path, made=made))
    first = "document.querySelector('[data-chart=kinds] .point')"
    assert browser.run(f"return [{first}.classList.contains('random'), {first}.querySelectorAll('.error').length]") == [
        True,
        0,
    ]
    browser.press("[data-chart=kinds] svg", Keys.ARROW_RIGHT)
    assert "(interval unknown)" in browser.find("#tooltip").text
    assert browser.problems() == []


def test_periods_are_drawn_as_a_timeline_and_list_their_documents(browser, tmp_path):
    made = tables(documents=400)
    years = made.metadata["weat1"].query("field == 'year' and value.str.isdigit()").reset_index()
    browser.open(write_page(tmp_path, made=made))
    browser.choose("#kind", "year")
    assert browser.run("return document.querySelectorAll('[data-chart=kinds] .point').length") == len(years) > 5
    browser.press("[data-chart=kinds] svg", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert f"year: {years['value'][1]}\n{years['documents'][1]} documents" in browser.find("#tooltip").text
    browser.press("[data-chart=kinds] svg", Keys.ENTER)
    assert browser.find("#status").text == f"{years['documents'][1]} of 400 documents"
    assert browser.problems() == []


def test_documents_are_compared_by_two_metrics_and_a_box_ticks_them(opened):
    from selenium.webdriver import ActionChains

    scores = tables(long_line=1_000_000).scores
    clear = is_clear(scores["weat1"]) | is_clear(scores["weat2"])
    drawing = opened.find("[data-chart=compare] svg")
    points = "[data-chart=compare] .drawing :is(.both, .first, .second)"
    assert opened.run("return document.querySelectorAll(arguments[0]).length", points) == clear.sum()
    assert set(opened.texts("[data-chart=compare] .legend span")) == {
        "clear effect on both", "on the horizontal one only", "on the vertical one only"
    }  # fmt: skip
    opened.run("arguments[0].scrollIntoView({block: 'center'})", drawing)
    opened.settle()
    size = drawing.size
    zero = opened.run(
        "const left = each => each.getBoundingClientRect().left;"
        "return left(arguments[0].querySelector('.zero')) - left(arguments[0])",
        drawing,
    )
    mouse = ActionChains(opened.session).move_to_element_with_offset(
        drawing, round(zero - size["width"] / 2), -size["height"] // 2 + 2
    )
    mouse.click_and_hold().move_by_offset(round(size["width"] - zero) - 2, size["height"] - 4).release().perform()
    expected = (clear & (scores["weat1"]["delta_mean"] > 0)).sum()
    assert f"these {expected} documents" in opened.find("#whatif .answer").text
    assert opened.find("#detail").text.startswith("Choose a document")  # drawing a box is no click
    assert opened.texts(".brush") == []
    opened.press("[data-chart=compare] svg", Keys.ARROW_RIGHT, Keys.ENTER)
    opened.wait("return document.querySelector('#detail h3')")
