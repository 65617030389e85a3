import math
import re

import numpy as np
import pandas as pd
import pytest
from pages import P, tables

from origins.metrics.permutation import permutation_test
from origins.report import data, methods, page, rows, sections, verdict
from origins.report.numbers import interval, number, plus_minus, two_digits


def baselines(*p, bias=0.5):
    seeds = range(1, len(p) + 1)
    return pd.DataFrame({"seed": seeds, "bias": bias, "p": p, "partitions": 12870, "exact": True})


@pytest.mark.parametrize(
    ("p", "level"),
    [((0.01, 0.024), "clear"), ((0.01, 0.025), "some"), ((0.03, 0.9), "none"), ((np.nan, np.nan), "untested")],
)
def test_a_score_is_there_only_if_every_embedding_says_so(p, level):
    assert verdict.judge(baselines(*p)).level == level


def test_a_negative_score_is_tested_in_its_own_direction():
    rng = np.random.default_rng(3)
    S, T, A, B = rng.normal(size=(4, 5, 6))
    S, T = (S - A.mean(0), T + A.mean(0))  # the reverse of the association that the test looks for
    forward, backward = permutation_test(S, T, A, B), permutation_test(T, S, A, B)
    assert forward.p > 0.5 > backward.p
    found = verdict.p_values(baselines(forward.p, bias=-0.5).assign(partitions=forward.partitions))
    assert found == pytest.approx([2 * backward.p])
    assert verdict.p_values(baselines(forward.p)) == [1]  # twice the larger side
    assert verdict.p_values(baselines(backward.p)) == [2 * backward.p]


def test_a_score_that_is_not_there_is_found_as_seldom_as_promised():
    rng = np.random.default_rng(0)
    found = 0
    for _ in range(1000):
        S, T, A, B = rng.normal(size=(4, 5, 6))
        test = permutation_test(S, T, A, B)
        bias = 1.0 if test.p <= 0.5 else -1.0
        found += verdict.judge(baselines(test.p, bias=bias).assign(partitions=test.partitions)).level == "clear"
    assert found < 65  # 5 %, and two standard deviations


def test_words_too_few_for_any_test_are_not_taken_for_the_absence_of_a_bias():
    few = baselines(0.05, 0.05, bias=1.9).assign(partitions=20)  # 3 + 3 words, in perfect order
    assert verdict.judge(few).level == "untested"
    assert verdict.judge(few.assign(partitions=70, p=1 / 70)).level == "clear"  # 4 + 4 words
    results = tables()
    results = results._replace(baselines=results.baselines.assign(partitions=20))
    said = " ".join(verdict.sentences(results, "weat1"))
    assert "WEAT 1 has too few words for a significance test: by a permutation test, p cannot fall below 0.1," in said
    assert "no such bias" not in said


@pytest.mark.parametrize(("pairs", "clear"), [(2, False), (3, False), (4, True), (10, True)])
def test_few_pairs_of_embeddings_have_to_agree_more_closely(pairs, clear):
    measured = pd.DataFrame({"true_delta": [-0.2, -0.19], "true_delta_std": 0.1, "pairs": pairs})
    assert verdict.is_clear_over_seeds(measured).tolist() == [clear, False]  # 2 deviations from 0, and fewer


def test_effects_are_clear_if_their_interval_excludes_zero():
    ends = pd.DataFrame({"delta_low": [0.1, -0.3, -0.1, 0.0, np.nan], "delta_high": [0.3, -0.1, 0.3, 0.0, np.nan]})
    assert verdict.is_clear(ends).tolist() == [True, True, False, False, False]


def test_the_null_is_the_share_of_random_word_sets_closer_to_zero():
    results = tables()
    said = "Of 2,000 random word sets of the same sizes, 90 to more than 99 % score closer to zero (depending on the"
    assert said in " ".join(verdict.sentences(results, "weat1"))
    for other in (results._replace(null=None), results._replace(null=results.null.iloc[:0])):
        assert "random word sets" not in " ".join(verdict.sentences(other, "weat1"))
    one = results._replace(null=results.null.iloc[3:4])
    assert "90 % score closer to zero (in the same embedding)" in " ".join(verdict.sentences(one, "weat1"))


def test_the_error_over_documents_counts_authors_where_the_config_says_so():
    results = tables()
    scores = results.scores["weat1"].assign(author=np.arange(60) // 20)
    three = results._replace(
        scores={"weat1": scores}, settings=results.settings | {"metadata": {"resample_by": "author", "bands": []}}
    )
    added = scores.groupby("author")["delta_mean"].sum()
    assert verdict.documents_error(three, "weat1") == pytest.approx(math.sqrt(2 * added.var(ddof=0)))
    assert verdict.documents_error(results, "weat1") == pytest.approx(math.sqrt(59 * scores["delta_mean"].var(ddof=0)))


def test_an_unknown_error_over_documents_is_not_said_to_be_none():
    results = tables()
    alone = results.scores["weat1"].assign(author="a")
    one = results._replace(
        scores={"weat1": alone}, settings=results.settings | {"metadata": {"resample_by": "author", "bands": []}}
    )
    said = verdict.sentences(one, "weat1")[0]
    assert said.endswith("embeddings).")
    assert "standard error" not in said


@pytest.mark.parametrize(
    ("seeds", "said", "not_said"),
    [
        (1, "One embedding cannot tell an effect from noise", "95 % of documents"),
        (3, "With only 3 embeddings, intervals are too narrow", "One embedding"),
        (4, "for 95 % of documents. (Calibrated", "too narrow"),
    ],
)
def test_the_page_promises_no_more_of_intervals_than_the_embeddings_allow(seeds, said, not_said):
    results = tables(trace=True)
    results = results._replace(settings=results.settings | {"glove": results.settings["glove"] | {"seeds": seeds}})
    if seeds == 1:
        unknown = {name: each.assign(delta_low=np.nan, delta_high=np.nan) for name, each in results.scores.items()}
        results = results._replace(scores=unknown)
    text = " ".join(rendered(results).split())
    assert said in text
    assert not_said not in text
    none = "removing no document clearly", "No single document has a clear effect"
    assert seeds > 1 or not any(each in text for each in none)


def test_a_retrained_effect_of_exactly_zero_is_not_clear():
    results = tables()
    single = results.single.assign(true_delta=0.0, true_delta_std=0.0)
    assert "no clear effect on WEAT 1" in verdict.lead(results._replace(single=single), "weat1")


def test_folders_of_the_settings_stay_private():
    paths = {"corpus": {"path": "/home/alice/corpus.csv", "metadata": "/home/alice/people.csv"}}
    shown = methods.settings(paths | {"pretrained": {"glove": "/home/alice/glove.txt"}})
    assert "alice" not in shown
    assert all(name in shown for name in ("corpus.csv", "people.csv", "glove.txt"))
    assert "none" in methods.settings({"corpus": {"metadata": None}})


def test_every_embedding_has_its_p_value_beside_its_place_among_random_word_sets():
    results = tables()
    cells = re.findall("<tr>(.*?)</tr>", sections.embeddings(results))
    by_place = {tuple(re.findall("<td.*?>(.*?)</td>", row))[:2]: re.findall("<td.*?>(.*?)</td>", row) for row in cells}
    scores = results.baselines.set_index(["metric", "seed"])["bias"]
    assert by_place["WEAT 1", "4"] == ["WEAT 1", "4", number(scores["weat1", 4], 3), "0.04", "90 %"]
    assert by_place["WEAT 1", "1"][3:] == ["0.02", "more than 99 %"]
    assert by_place["WEAT 2", "1"][3:] == ["0.6", "–"]  # no random word sets were measured


def test_the_three_standard_errors_of_a_score_are_side_by_side():
    results = tables()
    rows = re.findall("<tr>(<td.*?)</tr>", sections.standard_errors(results))
    assert [re.findall("<td.*?>(.*?)</td>", row) for row in rows] == [
        ["WEAT 1", "± 0.05", "± 0.022", "± 0.35", "± 0.4", ""],
        ["WEAT 2", "± 0.05", "± 0.022", "± 0.35", "–", "&lt;i&gt;her&lt;/i&gt;"],
    ]
    complete = results._replace(standard_errors=results.standard_errors.assign(left_out=np.nan))
    assert "leave out" in sections.standard_errors(results)
    assert "leave out" not in sections.standard_errors(complete)
    assert sections.standard_errors(results) in rendered(results)
    assert sections.standard_errors(results._replace(standard_errors=None)) == ""


def rendered(results, figures=()):
    summary = data.summary(results, rows.facets(results.documents), rows.places(range(len(results.documents))))
    return re.sub("<script.*?</script>|<style.*?</style>", "", page.render(results, summary, figures), flags=re.DOTALL)


def test_the_page_begins_with_the_verdict_and_speaks_accordingly():
    clear = rendered(tables())
    assert "<h1>Which documents gave this word embedding its bias" in clear
    assert "WEAT 1: clearly there" in clear
    assert "p = 0.02 to 0.04" in clear
    assert "WEAT 2: significant in some embeddings only" in clear
    assert "in only 5 of 10 embeddings (p = 0.02 to 0.6), so read what follows with caution." in clear
    assert clear.index("clearly there") < clear.index("What we measured")
    unsure = rendered(tables(p=P | {"weat1": (0.2, 0.5)}))
    assert "<h1>Which documents gave" not in unsure
    assert "move this word embedding’s score" in unsure
    assert "WEAT 1: not distinguishable from zero" in unsure
    assert "WEAT 1 is not distinguishable from zero in this corpus" in unsure


@pytest.mark.parametrize("p", [(0.01, 0.3), (0.2, 0.5), (np.nan, np.nan)])
def test_the_headline_claims_a_bias_only_if_every_embedding_has_it(p):
    assert "<h1>Which documents move this word embedding’s score" in rendered(tables(p=P | {"weat1": p}))


def test_a_p_value_below_what_is_shown_stands_without_an_equals_sign():
    _, said = verdict.sentences(tables(p=P | {"weat1": (1e-6, 1e-6)}), "weat1")
    assert "in all 10 embeddings (p < 0.0001): the association is clearly there in this corpus, for these" in said


@pytest.mark.parametrize(("s", "t"), [(8, 8), (8, 2), (3, 1)])
def test_the_limit_of_an_effect_size_is_that_of_two_groups_far_apart(s, t):
    results = tables()
    words = {"S": [f"s{k}" for k in range(s)] + ["hers"], "T": [f"t{k}" for k in range(t)], "A": ["a"], "B": ["b"]}
    definition = {"weat1": results.settings["metrics"]["weat1"] | words}
    results = results._replace(settings=results.settings | {"metrics": results.settings["metrics"] | definition})
    apart = np.repeat([1.0, -1.0], [s, t])
    assert data._limit(results, "weat1") == pytest.approx(2 / apart.std(ddof=1))  # *hers* is missing


def test_one_embedding_compares_no_documents():
    results = tables(trace=True)
    one = results._replace(settings=results.settings | {"glove": results.settings["glove"] | {"seeds": 1}})
    assert 'data-chart="compare"' in rendered(results)
    assert 'data-chart="compare"' not in rendered(one)
    assert "One embedding cannot tell which effects are clear" in rendered(one)


def test_a_document_is_named_by_what_retraining_measured_or_as_predicted_or_not_at_all():
    results = tables()
    single = results.single.query("metric == 'weat1' and estimator == 'relearn' and set == 'single-decrease-1'").iloc[0]
    title = results.documents["title"][results.members["weat1", "single-decrease-1"][0]]
    sentence = verdict.lead(results, "weat1")
    assert title in sentence
    assert f"fell by {plus_minus(single['true_delta'], single['true_delta_std'])} (retrained" in sentence
    noisy = results._replace(single=results.single.assign(true_delta_std=1.0))
    assert verdict.lead(noisy, "weat1") == "We removed one document and retrained: no clear effect on WEAT 1."
    clear = results.scores["weat1"][verdict.is_clear(results.scores["weat1"])]
    best = clear.loc[clear["delta_mean"].abs().idxmax()]
    delta, half = abs(best["delta_mean"]), (best["delta_high"] - best["delta_low"]) / 2
    said = f"by {number(delta, two_digits(half))} (95 % interval {interval(delta, half)}; 10 embeddings; not checked by"
    assert said in verdict.lead(tables(trace=True), "weat1")
    row = int(results.scores["weat1"].index.get_loc(best.name))
    once = results.single.assign(pairs=1, true_delta=0.1, true_delta_std=np.nan)
    once = results._replace(single=once, members=results.members | {("weat1", "single-decrease-1"): [row]})
    assert f"10 embeddings; retrained once, it fell by {number(0.1, two_digits(half))})." in verdict.lead(once, "weat1")
    scores = {name: table.assign(delta_low=-1.0, delta_high=1.0) for name, table in results.scores.items()}
    assert (
        verdict.lead(noisy._replace(scores=scores, single=None), "weat1")
        == "No single document has a clear effect on WEAT 1."
    )


def test_before_retraining_sentences_say_what_is_missing_and_which_command_adds_it():
    results = tables(trace=True)._replace(setup="mine")
    text = rendered(results)
    assert text.count("Run <code>make reproduce</code> with the same settings, or <code>origins trace</code> with") == 3
    for words in (
        "No embedding has been retrained yet",
        "comparison with the paper needs",
        "No figures have been drawn",
    ):
        assert words in text
    assert 'data-chart="truth"' not in text
    assert "r² of predicted" not in text
    assert "Run <code>make reproduce</code> to add this." in rendered(results._replace(setup="starter"))
    whole = rendered(tables(), ["baseline"])
    assert "to add this" not in whole
    assert 'data-chart="truth"' in whole


def test_r2_comes_with_its_number_of_sets_and_never_over_three():
    results = tables()
    found = data.agreement(results, "weat1").query("estimator == 'relearn'").set_index("sets")
    assert found["n"].to_dict() == {"targeted": 4, "ppmi": 2, "random": 2, "single": 6}
    assert found["r2"].notna().to_dict() == {"targeted": True, "ppmi": False, "random": False, "single": True}
    text = rendered(results)
    assert "over 4 targeted sets; single documents" in text
    few = results._replace(correlation=results.correlation.assign(n=3))
    assert "r² of predicted" not in rendered(few)


def test_metrics_have_names_for_readers():
    assert [data.label(name) for name in ("weat1", "mac12", "career", "my_own-metric")] == [
        "WEAT 1", "MAC 12", "Career", "My own metric"
    ]  # fmt: skip
    assert [data.label(name) for name in ("caliskan10", "xweat7_de", "rnsb5")] == [
        "Caliskan 10", "XWEAT 7 de", "RNSB 5"
    ]  # fmt: skip
    text = rendered(tables(trace=True))
    assert "We chose this metric" not in text


def test_vectors_of_others_are_shown_below_the_corpus_s_own():
    results = tables(trace=True)
    assert "pretrained vectors" not in rendered(results)
    table = pd.DataFrame(
        {
            "metric": ["weat1", "weat1"],
            "vectors": ["glove.6B", "<tiny>"],
            "bias": [-1.2345, np.nan],
            "p": [0.95, np.nan],
            "partitions": [100, np.nan],
            "missing": [np.nan, "nasa he"],
        }
    )
    text = rendered(results._replace(pretrained=table))
    assert "The same metrics in pretrained vectors" in text
    own, first, second = re.findall(r"<tr>(.*?)</tr>", text[text.index("<td>this corpus") - 40 :])[:3]
    assert re.sub("<.*?>", "|", first).strip("|").replace("||", "|") == "glove.6B|−1.23|0.12"
    assert "&lt;tiny&gt;" in second
    assert "too few words" in second
    assert "nasa he" in second
    assert "±" in own
