import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from frames import synthetic

from origins import config
from origins.analysis import evaluation, significance
from origins.analysis.baselines import baseline_table
from origins.analysis.documents import influential_table
from origins.files import tables
from origins.report import comparison, paper, paper_rows

ROOT = Path(__file__).parents[3]
HOSTILE = [
    "=cmd|' /C calc'!A0",
    "<script>alert(1)</script>",
    "a | b \\ c & d % e $ f # g _ h { i } j ~ k ^ l",
    "line\nbreak\r\nand\ttab\x00\x07",
    "\u202edesrever\u2066",
    '"quotes", commas',
    "**bold** [link](http://x) `code` ![img](y)",
    "[2cm] * starred",
    "",
]


def hostile_frame():
    return pd.DataFrame(
        {"title": HOSTILE, "delta_mean": np.linspace(-0.5, 0.5, len(HOSTILE)), "n": range(len(HOSTILE))}
    )


def unescaped(text, special):
    """Where special characters stand that no backslash precedes (an escaped backslash is gone first)."""
    return re.findall(f"[{re.escape(special)}]", re.sub(r"\\.", "", text))


def test_hostile_titles_stay_inside_their_markdown_cell():
    lines = tables.markdown_table(hostile_frame()).splitlines()
    assert len(lines) == 2 + len(HOSTILE)
    for line in lines:
        assert len(unescaped(line, "|")) == 4  # borders of three cells
        assert not unescaped(line, "<>`*_[]~$&#")


def test_hostile_titles_stay_inside_their_latex_cell():
    lines = tables.latex_table(hostile_frame()).splitlines()
    rows = lines[4:-2]
    assert len(rows) == len(HOSTILE)
    for row in rows:
        assert row.startswith("{}")
        assert row.endswith(r" \\")
        body = row.removesuffix(r" \\")
        for command in ("textbackslash", "textasciicircum", "textasciitilde", "textless", "textgreater"):
            body = body.replace(f"\\{command}{{}}", "")
        body = body.replace(r"\textbar{}", "").replace(r"\textquotedbl{}", "").removeprefix("{}")
        assert len(unescaped(body, "&")) == 2
        assert not unescaped(body, "$%#_{}^~\\")


def test_marks_that_turn_the_direction_of_writing_and_control_characters_are_removed():
    assert tables.one_line("a\u202eb\u2066c\x00d\r\n e") == "a b c d e"
    assert tables.one_line("नमस्ते 漢字 עברית é") == "नमस्ते 漢字 עברית é"


def test_a_table_for_people_rounds_and_puts_numbers_to_the_right(tmp_path):
    frame = pd.DataFrame({"set_name": ["a"], "r2": [0.98765], "n": [12345]})
    paths = {"markdown": tmp_path / "t.md", "latex": tmp_path / "t.tex"}
    tables.write_table(frame, tmp_path / "t.csv", **paths, precision=3)
    assert paths["markdown"].read_text() == "| set name | r2 | n |\n| --- | ---: | ---: |\n| a | 0.988 | 12345 |\n"
    assert paths["latex"].read_text().splitlines()[0] == r"\begin{tabular}{lrr}"
    assert "0.988 & 12345" in paths["latex"].read_text()
    assert "0.98765" in (tmp_path / "t.csv").read_text()


def test_the_baseline_table_has_the_papers_form_and_counts_significant_baselines():
    biases = pd.DataFrame(
        {
            "metric": ["weat1"] * 2 + ["ripa1"] * 2,
            "seed": [1, 2] * 2,
            "bias": [0.9, 1.1, 0.2, 0.3],
            "p": [0.01, 0.2, np.nan, np.nan],
        }
    )
    table = baseline_table(biases)
    assert table["effect_size"].tolist() == ["1.000 (± 0.141)", "0.250 (± 0.071)"]
    assert table["significant"].tolist() == [1, pd.NA]  # RIPA has no test
    assert table["p_max"].iloc[0] == 0.2
    assert baseline_table(biases[::2])["effect_size"].tolist() == ["0.900", "0.200"]


def test_influential_documents_are_those_that_add_most_then_those_that_take_most():
    scores = pd.DataFrame(
        {"id": list("abcdef"), "title": list("ABCDEF"), "tokens": 9, "delta_mean": [0.1, -0.2, 0.0, 0.3, -0.05, 0.1]}
    )
    table = influential_table(scores, mean_bias=-0.5, count=2)
    assert table["id"].tolist() == ["d", "a", "b", "e"]
    assert table["document"].tolist() == ["bias increasing"] * 2 + ["bias decreasing"] * 2
    assert table["place"].tolist() == [1, 2, 1, 2]
    assert "tokens" not in table
    assert table["delta_percent"].tolist() == pytest.approx([60, 20, -40, -10])  # of the bias's size: the sign is Δ's
    everything = influential_table(scores)
    assert everything["id"].tolist() == ["d", "a", "f", "b", "e"]  # Δ = 0 belongs to neither


@pytest.fixture
def results():
    """Results of a setup, with the paper's sizes of sets."""
    baselines, predictions, truth = synthetic(sizes=(10, 30, 100, 300, 1000), random_sets=6)
    accuracy = baselines.query("metric == 'weat1'").assign(accuracy=0.31)[["seed", "accuracy"]]
    perturbed = truth.assign(accuracy=0.305).drop(columns="bias")
    starter = config.resolve(config.load(ROOT / "config.yaml"))["starter"]
    listed = pd.DataFrame(
        {
            "metric": "weat1",
            "document": ["bias increasing"] * 2 + ["bias decreasing"],
            "delta_percent": [2.0, 1.0, -3.0],
            "secondary": [True, False, True],
            "rarest": ["astronomy", "astronomy hers", np.nan],
            "baselines": 5,
        }
    )
    return {
        "settings": starter,
        "corpus": {
            "documents": 13_732,
            "tokens": 3_055_118,
            "vocabulary": 13_056,
            "metrics": {"weat1": {"words": 31, "missing": ["hers"]}},
        },
        "analogies": accuracy["accuracy"],
        "baselines": baseline_table(baselines.assign(p=0.01)),
        "figures": starter,
        "histogram": pd.DataFrame(
            {"metric": "weat1", "low": [-3, -1, 1], "high": [-1, 1, 3], "documents": [2, 97, 1], "baselines": 5}
        ),
        "correlation": evaluation.correlation(baselines, predictions, truth),
        "sets": evaluation.set_means(baselines, predictions, truth).assign(documents=20_000),
        "welch": significance.welch(baselines, truth),
        "perturbed_analogies": {"GloVe": significance.analogies(accuracy, perturbed)},
        "ppmi": pd.DataFrame(
            {
                "metric": "weat1",
                "objective": "correct",
                "documents": [10],
                "baselines": 10,
                "ppmi_change": -6.0,
                "ppmi_paired_change": -5.0,
                "ppmi_retrains": 10,
                "influence_change": -44.0,
                "influence_paired_change": -43.0,
                "influence_retrains": 10,
            }
        ),
        "ppmi_overlap": pd.DataFrame({"metric": "weat1", "share": [0.9, 0.82]}),
        "word_sets": pd.DataFrame(
            {
                "representation": ["ppmi", "word2vec"],
                "n": 2000,
                "r2": 0.61,
                "r2_low": 0.58,
                "r2_high": 0.64,
                "glove_embeddings": 5,
                "embeddings": [1, 2],
            }
        ),
        "transfer": pd.DataFrame(
            {
                "representation": np.repeat(["glove", "word2vec", "ppmi"], 4),
                "metric": "weat1",
                "set": ["baseline", "decrease-10", "decrease-300", "increase-300"] * 3,
                "kind": ["baseline", "decrease", "decrease", "increase"] * 3,
                "size": [0, 10, 300, 300] * 3,
                "mean": [0.9, 0.5, -1.4, 1.7, 0.88, 0.7, -0.93, 1.5, 0.8, 0.7, 0.3, 1.0],
                "runs": 5,
                "documents": 20_000,
            }
        ),
        "projection": pd.DataFrame(
            {
                "metric": "weat1",
                "condition": ["baseline", "baseline", "decrease-300", "decrease-300"],
                "seed": 1,
                "side": ["S", "T"] * 2,
                "projection": [0.3, 0.1, 0.1, 0.2],
            }
        ),
        "frequency": pd.DataFrame(
            {"metric": ["weat1"], "n": 16, "slope": -0.02, "r2": 0.52, "r2_low": 0.2, "r2_high": 0.8, "retrains": 5}
        ),
        "documents": listed,
    }


def table_of(results, setup="starter"):
    return comparison.summary_table(setup, paper_rows.rows_of(results)).set_index("what")


def test_every_result_of_the_paper_stands_beside_ours(results):
    table = table_of(results)
    wiki, nyt, ours = table["paper, Wiki"], table["paper, NYT"], table["ours, starter"]
    assert (wiki["number of documents"], ours["number of documents"]) == ("29,344", "13,732")
    assert (wiki["training epochs"], nyt["vector dimension"]) == ("300", "200")
    assert (wiki["baseline weat1"], nyt["baseline weat2"]) == ("0.957 (± 0.150)", "1.32 (± 0.056)")
    assert wiki["significance of the baseline weat2"] == "not significant"
    assert ours["TOP-1 analogies"] == "31.0 %"
    assert ours["change of TOP-1 analogies in GloVe without a targeted set"] == "-0.5 to -0.5 points"
    assert nyt["r² of WEAT in GloVe and in ppmi, 2,000 random word sets"] == "0.725"
    assert ours["weat1 in word2vec without decrease-300"] == "0.88 → -0.93"
    assert nyt["weat1 in ppmi without decrease-300"] == "figure"
    together = "weat1 without decrease-300, by representation"
    assert ours[together] == "glove 0.90 → -1.40, word2vec 0.88 → -0.93, ppmi 0.80 → 0.30"
    assert nyt[together] == "PPMI and word2vec: weaker, but a clear change"
    assert nyt["weat1 in word2vec without decrease-300"] == "1.35 → 0.11 (decrease-10000)"
    assert nyt["r² of log frequency and movement on the axis, 16 target words of weat1"] == "0.828"
    assert ours["S minus T on the axis of weat1: baseline, without decrease-300"] == "+0.200, -0.100"
    listed = "of the 3 most influential documents of weat1"
    assert ours[f"{listed}, with the rarest word of a word set"] == "2 (astronomy 2, hers 1)"
    assert ours[f"{listed}, without any target word"] == "2"
    assert nyt["smallest set that reverses weat1"] == "0.07 % (decrease-1000; perhaps not the smallest)"
    assert re.fullmatch(r"\d\.\d\d % \(decrease-\d+\)|none", ours["smallest set that reverses weat1"])
    assert ours["documents with less than 1 % of the largest effect on weat1"] == "97.0 %"
    overlap = "documents of PPMI's sets for weat1 that the authors' update of PPMI chooses, too"
    assert ours[overlap] == "82 to 90 %"
    assert table.loc["weat1 in word2vec without decrease-300", "note"].startswith("without 1.5 % of the documents")
    change = "change of weat1 without 10 documents to correct it: PPMI's, influence's"
    assert (wiki[change], ours[change]) == ("-4 %, -40 %", "-6 %, -44 %")
    assert table.loc[change, "note"] == "paired -5 %, -43 %"
    assert (table.loc[change, "our runs"], table.loc[change, "paper's runs"]) == (
        "10 baselines, 10 and 10 retrains",
        "10 retrains",
    )


def test_the_papers_table_of_ppmi_stays_where_its_sets_were_not_retrained(results):
    table = table_of(results | {"ppmi": results["ppmi"].head(0)})
    change = table[table.index.str.endswith("PPMI's, influence's")]
    assert change["paper, Wiki"].iloc[0] == "-67 %, -187 %" and len(change) == 8
    assert set(change["ours, starter"]) == {"not run"}


def test_the_papers_correlations_stand_only_beside_its_own_estimator_and_form(results):
    table = table_of(results)
    r2 = table[table.index.str.startswith("r² of predicted")]
    reported = r2[r2["paper, Wiki"].str.startswith("0.")]
    assert list(reported["paper, Wiki"]) == ["0.986", "0.993"]
    assert set(r2["paper, Wiki"]) == {"0.986", "0.993", ""}
    assert set(r2["where"][r2["paper, Wiki"] == ""]) == {"not in the paper"}
    assert reported.index.str.endswith("influence, unpaired").all()
    assert set(r2["our runs"]) == {"10 baselines, 5 retrains", "5 baselines, 5 retrains"}


def test_sums_of_single_effects_are_set_beside_the_sets_own_predictions(results):
    sets = results["sets"]
    own, other = (sets["estimator"] == "influence"), (sets["estimator"] == "relearn")
    added = sets[own].assign(estimator="sum")
    added["predicted_mean"] = added["baseline_mean"] + 1.5 * (added["predicted_mean"] - added["baseline_mean"])
    table = table_of(results | {"sets": pd.concat([sets[own | other], added])})
    row = table.loc["sum of the documents' predicted Δ, as a multiple of the set's own, weat1"]
    assert row["ours, starter"] == "1.50 to 1.50 (median 1.50)"
    assert (row["where"], row["paper, NYT"], row["file"]) == ("Appendix C, step IV", "close", "tables/sets.csv")
    assert row["note"] == "10 targeted sets"


def test_only_what_the_paper_has_is_given_a_place_in_it(results):
    """Also where a metric of ours stands beside the paper's, and where sets have other sizes."""
    career = {"metrics": results["corpus"]["metrics"] | {"career": {"words": 16, "missing": []}}}
    changed = {"corpus": results["corpus"] | career}
    for name in ("baselines", "correlation", "sets", "ppmi", "ppmi_overlap", "transfer"):
        own = results[name]
        changed[name] = pd.concat([own, own[own["metric"] == "weat1"].assign(metric="career")])
    changed["ppmi"] = pd.concat([changed["ppmi"], results["ppmi"].assign(documents=7)])
    table = table_of(results | changed)
    said = (table[["paper, Wiki", "paper, NYT"]] != "").any(axis=1)
    ours = table["where"] == "not in the paper"
    assert not (said & ours).any()
    assert set(table.index[~said & ~ours]) == {"bias gradient"}  # a formula
    assert set(table["where"][table.index.str.contains("career")]) == {"not in the paper"}
    assert table.loc["the New York Times setup", "note"].endswith("on your own copy")


def test_a_change_of_nothing_has_no_sign(results):
    analogies = results["perturbed_analogies"]["GloVe"].assign(delta_mean=0.0001)
    table = table_of(results | {"perturbed_analogies": {"GloVe": analogies}})
    assert (
        table.loc["change of TOP-1 analogies in GloVe without a targeted set", "ours, starter"] == "0.0 to 0.0 points"
    )


def test_welch_counts_say_how_random_sets_are_counted_and_which_sets_are_the_exceptions(results):
    table = table_of(results)
    random = table.loc["random sets that differ from the baseline (Welch, p < 0.05)"]
    assert list(random["paper, Wiki"]) == ["2 of 36 (both setups)", ""]
    assert [ours.split(" of ")[1] for ours in random["ours, starter"]] == ["30", "60"]
    targeted = table.loc["targeted sets that differ from the baseline (Welch, p < 0.05)"]
    assert targeted["paper, Wiki"] == "38 of 40 (both setups)"


def test_the_sets_that_welchs_row_names_are_those_it_counts(results):
    """In every row, also where each set is tested with one metric only."""
    tests = results["welch"].assign(p_welch=0.5)
    for k, (metric, name) in enumerate((m, s) for m in ("weat1", "weat2") for s in ("random-10-1", "random-10-6")):
        tests.loc[(tests["metric"] == metric) & (tests["set"] == name), "p_welch"] = 0.01 * (k + 1)
    random = table_of(results | {"welch": tests}).loc["random sets that differ from the baseline (Welch, p < 0.05)"]
    for row in random.itertuples():
        listed = re.search(r"(?<!do not )differ: ([^;]*)", row.note)[1].split(", ")
        assert len(listed) == int(row[4].split(" of ")[0])
    assert "differ: weat1 random-10-1, weat2 random-10-6;" in random["note"].iloc[0]


def test_the_papers_numbers_do_not_stand_beside_metrics_of_ours(results):
    """WEATs of the paper are counted apart from others."""
    other = results["welch"].query("metric == 'weat1'").assign(metric="career")
    sets = results["sets"].query("metric == 'weat1'").assign(metric="career")
    results["welch"], results["sets"] = (
        pd.concat([results[name], added]) for name, added in (("welch", other), ("sets", sets))
    )
    table = comparison.summary_table("starter", paper_rows.rows_of(results))
    career = table[table["what"].str.contains("career") | table["note"].str.contains("career|not the paper's")]
    assert len(career) >= 6
    assert (career[["paper, Wiki", "paper, NYT", "paper's runs"]].isin(["", "20 (40 in both setups)"])).all(axis=None)
    targeted = table[table["what"].str.startswith("targeted sets that differ")]
    assert [row.split(" of ")[1] for row in targeted["ours, starter"]] == ["20", "10"]


def test_every_row_names_its_place_its_file_and_the_command_that_makes_it(results):
    table = table_of(results)
    assert (table["where"] != "").all()
    made = table[table["file"] != ""]
    assert (made["command"] == "snakemake --cores all --config run=starter -- results/starter/" + made["file"]).all()
    others = table[table["file"] == ""]
    assert [others.index[k].partition(" (")[0] for k in range(len(others))] == [
        "the New York Times setup",
        "inverse-Hessian-vector products over all parameters",
    ]
    assert others["command"].iloc[1].startswith("python benchmarks/lissa.py")
    given = comparison.summary_table("mine", paper_rows.rows_of(results), ["a.yaml", "b.yaml"])["command"].iloc[0]
    assert given.startswith("snakemake --cores all --configfile a.yaml b.yaml --config run=mine -- results/mine/")


def test_a_setup_of_the_paper_that_was_run_is_not_called_not_run(results):
    settings = results["settings"] | {"corpus": results["settings"]["corpus"] | {"kind": "nitf", "path": "nyt_corpus"}}
    assert "the New York Times setup" not in table_of(results | {"settings": settings}).index


def test_every_table_and_figure_of_the_paper_has_a_row(results):
    places = " ".join(table_of(results)["where"])
    for place in [*(f"Table {k}" for k in range(1, 6)), *(f"Figure {k}" for k in range(1, 10))]:
        assert place in places
    for section in ("4.2", "5.1", "5.2", "5.3", "5.4", "5.5"):
        assert f"Section {section}" in places
    for appendix in "ABCDE":
        assert f"Appendix {appendix}" in places


def test_the_page_says_whether_the_corpus_is_the_papers(results):
    rows = paper_rows.rows_of(results)
    page = comparison.summary_markdown("starter", rows)
    assert "not one of the paper's" in page
    assert page.count("\n|") == len(rows) + 2
    assert "one of the paper's setups" in comparison.summary_markdown("wiki", rows)


def test_results_that_are_missing_are_left_out(results):
    del results["welch"], results["word_sets"], results["frequency"]
    results["correlation"] = None
    table = table_of(results)
    assert not table.index.str.contains("differ|r²").any()
    assert table.index.str.contains("baseline").any()


def test_too_few_sets_and_analogies_without_words_are_said_in_words(results):
    baselines, predictions, truth = synthetic(sizes=(30,), random_sets=1)
    accuracy = pd.DataFrame({"seed": baselines["seed"].unique(), "accuracy": np.nan})
    perturbed = significance.analogies(accuracy, truth.assign(accuracy=np.nan).drop(columns="bias"))
    table = table_of(
        results
        | {
            "correlation": evaluation.correlation(baselines, predictions, truth),
            "analogies": accuracy["accuracy"],
            "perturbed_analogies": {"GloVe": perturbed},
        }
    )
    ours = table["ours, starter"]
    assert set(ours[ours.index.str.startswith("r² of predicted")]) == {"too few sets that differ"}
    assert not ours.index.str.startswith(("smallest r²", "smallest rank", "change of TOP-1")).any()
    assert ours["TOP-1 analogies"] == "no question has all its words in the vocabulary"
    assert not table.map(lambda cell: "nan" in str(cell).split()).any(axis=None)


def test_what_the_paper_reports_is_complete():
    assert paper.CORPORA.keys() == paper.BASELINE.keys() == paper.CORRELATION.keys() == paper.ANALOGIES.keys()
    assert [size for kind, size, *_ in paper.PPMI_COMPARISON if kind == "decrease"] == [300, 100, 30, 10]
    assert min(r2 for setup in paper.CORRELATION.values() for r2 in setup.values()) >= 0.985
