"""The workflow end to end, as a user runs it."""

import gzip
import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from gensim.models import KeyedVectors

from origins import config
from origins.cooccurrence import matrix as cooccurrence
from origins.cooccurrence.matrix import Cooccurrence
from origins.corpus.store import RESERVED
from origins.corpus.tokens import TokenStore, load_vocabulary, tokenize, word_ids
from origins.glove.embedding import Embedding
from origins.glove.trainer import GloVe
from origins.influence.scoring import ranked_by
from origins.metrics.definitions import metric
from origins.representations import ppmi, ppmi_authors, word2vec

pytestmark = pytest.mark.xdist_group("workflow")
DEFINITION = config.load(Path(__file__).parents[2] / "config.yaml")["metrics"]["weat1"]


def test_a_corpus_of_ones_own_runs_from_documents_to_the_matrix(finished):
    results = finished.folder / "results" / "mine"
    texts = [json.loads(line)["text"] for line in (finished.folder / "mine.jsonl").read_text().splitlines()]
    table = pd.read_parquet(results / "corpus" / "documents.parquet")
    assert list(table["id"]) == [f"d{k}" for k in range(80)]
    assert list(table["tokens"]) == [len(tokenize(text)) for text in texts]
    assert set(table["topic"]) == {"science", "arts"}

    corpus = TokenStore.load(results / "corpus" / "tokens")
    words = load_vocabulary(results / "corpus" / "vocabulary.csv").index
    known = [token for token in tokenize(texts[7]) if token in words]
    assert [words[word] for word in corpus[7]] == known

    X = Cooccurrence.load(results / "cooccurrence")
    assert X.counts.sum() == 2 * sum(
        12 // distance * max(0, len(corpus[k]) - distance) for k in range(80) for distance in range(1, 5)
    )
    assert X.fingerprint == corpus.fingerprint


def test_the_summary_counts_what_is_there(finished):
    results = finished.folder / "results" / "mine"
    summary = json.loads((results / "corpus" / "summary.json").read_text())
    assert summary["documents"] == 80
    assert summary["tokens"] == 80 * 140
    assert summary["vocabulary"] == len(load_vocabulary(results / "corpus" / "vocabulary.csv"))
    assert summary["nonzeros"] == len(np.load(results / "cooccurrence" / "indices.npy"))
    assert summary["metrics"]["weat1"]["missing"] == []


def test_no_field_of_a_corpus_takes_the_place_of_a_score(finished):
    scores = pd.read_parquet(finished.folder / "results" / "mine" / "scores" / "weat1.parquet")
    assert set(scores.columns) == RESERVED - {"text", "delta_percent"} | {"topic"}


def test_every_rule_leaves_a_log_and_a_benchmark(finished):
    results = finished.folder / "results" / "mine"
    rules = {"documents", "tokens", "cooccurrence", "train_baseline_1", "score_documents_weat1", "evaluate", "summary"}
    assert {path.stem for path in (results / "logs").iterdir()} >= rules
    assert {path.stem for path in (results / "benchmarks").iterdir()} >= rules


def test_running_again_does_nothing_but_say_so(finished):
    output = finished.snakemake("--cores", "1", "--configfile", "mine.yaml").stdout
    assert "Nothing to be done" in output


def test_a_single_file_can_be_the_target(fresh):
    fresh.snakemake("--cores", "1", "--configfile", "mine.yaml", "--", "results/mine/corpus/vocabulary.csv")
    assert (fresh.folder / "results/mine/corpus/vocabulary.csv").exists()
    assert not (fresh.folder / "results/mine/cooccurrence").exists()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda project: project.append("mine.jsonl", '{"text": \n'), "mine.jsonl:81: not valid JSON"),
        (lambda project: project.configure(corpus={"min_tokens": 9000}), "no document is left; 80 are shorter"),
        (
            lambda project: project.configure(perturbation={"sizes": [81], "ppmi_sizes": None}),
            "a set of 81 documents leaves nothing of the corpus, which has 80",
        ),
        (
            lambda project: project.configure(vocabulary={"min_count": 60}),
            "metrics.weat1.S has only 1 word in the vocabulary",
        ),
        (
            lambda project: project.configure(cooccurrence={"windw": 8}),
            'windw is not a known key. Did you mean "window"?',
        ),
    ],
)
def test_bad_input_stops_before_training_with_one_sentence_and_nothing_half_written(fresh, change, sentence):
    change(fresh)
    run = fresh.snakemake("--cores", "2", "--configfile", "mine.yaml", "--keep-going", check=False)
    assert run.returncode != 0
    assert any(line.startswith("origins: ") and sentence in line for line in run.stdout.splitlines()), run.stdout
    assert "Traceback" not in run.stdout
    assert not list((fresh.folder).rglob(".partial-*"))
    assert not list((fresh.folder / "results" / "mine").rglob("*.npz"))  # no training went on


def test_a_setting_that_does_not_suit_a_finished_corpus_stops_the_run_at_once(finished, tmp_path):
    project = finished.copy(tmp_path / "copy")
    project.configure(perturbation={"sizes": [80], "ppmi_sizes": None})
    run = project.snakemake("--cores", "2", "--configfile", "mine.yaml", "--keep-going", check=False)
    assert run.returncode != 0
    assert "origins: config: setups.mine.perturbation.sizes: a set of 80 documents leaves nothing" in run.stdout
    assert project.results() == finished.results()


def test_a_folder_of_text_files_is_a_corpus_too(fresh):
    folder = fresh.folder / "texts"
    folder.mkdir()
    for line in (fresh.folder / "mine.jsonl").read_text().splitlines():
        record = json.loads(line)
        (folder / f"{record['id']}.txt").write_text(record["text"])
    fresh.configure(corpus={"kind": "text", "path": "texts"})
    fresh.snakemake("--cores", "2", "--configfile", "mine.yaml", "--", "results/mine/corpus/summary.json")
    summary = json.loads((fresh.folder / "results/mine/corpus/summary.json").read_text())
    assert summary["documents"] == 80
    with gzip.open(fresh.folder / "results/mine/corpus/documents.jsonl.gz", "rt") as file:
        assert json.loads(next(file))["id"] == "d0.txt"


def test_the_report_of_snakemake_can_be_made(finished, tmp_path):
    project = finished.copy(tmp_path / "copy")
    project.snakemake("--configfile", "mine.yaml", "--report", "report.html")
    page = (project.folder / "report.html").read_text()
    for words in (
        "Predicted and retrained",
        "Baselines",
        "Compare the paper",
        "histogram",
        "Every number that the paper",
    ):
        assert words in page


def test_the_bias_of_a_retrain_is_that_of_training_on_the_other_documents(finished, tmp_path):
    results = finished.folder / "results" / "mine"
    corpus = TokenStore.load(results / "corpus" / "tokens")
    ids = list(pd.read_parquet(results / "corpus" / "documents.parquet")["id"])
    removed = {ids.index(line) for line in (results / "sets/weat1/decrease-5.txt").read_text().split()}
    assert len(removed) == 5
    kept = [corpus[k] for k in range(len(corpus)) if k not in removed]
    offsets = np.concatenate([[0], np.cumsum([len(document) for document in kept])])
    X = cooccurrence.count(TokenStore(np.concatenate(kept), offsets, corpus.words), tmp_path, window=4)
    learned = GloVe(dimension=8, epochs=4, seed=2).fit(X)
    weat1 = metric("weat1", DEFINITION, word_ids(load_vocabulary(results / "corpus" / "vocabulary.csv")))
    truth = pd.read_csv(results / "tables" / "truth.csv").set_index(["set", "seed"])["bias"]
    assert truth["decrease-5", 2] == pytest.approx(weat1.bias(learned.W[weat1.words]), abs=1e-8)


def test_sets_are_the_ends_of_the_papers_ranking_and_single_documents_those_of_ours(finished):
    results = finished.folder / "results" / "mine"
    scores = pd.read_parquet(results / "scores" / "weat1.parquet")
    scores = ranked_by(scores, "influence").sort_values("rank")  # the paper's ranking
    assert scores["delta_mean"].is_monotonic_decreasing
    assert (results / "sets/weat1/decrease-5.txt").read_text().split() == list(scores["id"][:5])
    assert (results / "sets/weat1/increase-2.txt").read_text().split() == list(scores["id"][:-3:-1])
    ours = pd.read_parquet(results / "scores" / "weat1.parquet").set_index("rank")["id"]
    assert (results / "sets/weat1/single-decrease-1.txt").read_text().split() == [ours[1]]


def test_a_group_is_removed_whole_and_stays_out_of_the_papers_tables(finished):
    results = finished.folder / "results" / "mine"
    documents = pd.read_parquet(results / "corpus" / "documents.parquet").query("topic == 'arts'")
    assert (results / "sets/shared/group-arts.txt").read_text().split() == list(documents["id"])
    table = pd.read_csv(results / "tables" / "groups.csv")
    assert set(table["metric"]) == {"weat1", "ripa1"}
    assert set(table["documents"]) == {len(documents)}
    assert {"influence", "relearn", "sum"} <= set(table["estimator"])
    assert set(table["pairs"]) == {2}
    retrains = pd.read_csv(results / "tables" / "group_retrains.csv").query("metric == 'weat1'")
    baselines = pd.read_csv(results / "tables" / "baseline_bias.csv").query("metric == 'weat1'")
    change = baselines["bias"].mean() - retrains["bias"].mean()
    assert table.query("metric == 'weat1'")["true_delta"].to_numpy() == pytest.approx(change, abs=1e-6)
    for name in ("truth", "sets", "correlation", "welch", "retrains", "perturbed_analogies"):
        assert "group" not in (results / "tables" / f"{name}.csv").read_text()


def test_every_table_and_figure_of_the_paper_is_there(finished):
    results = finished.folder / "results" / "mine"
    tables = {path.stem for path in (results / "tables").glob("*.csv")}
    assert tables >= {"baseline", "correlation", "welch", "influential_weat1", "analogies", "truth", "sets"}
    assert tables >= {"ppmi_comparison", "transfer", "word2vec_analogies", "other_metrics", "metadata_ripa1"}
    assert tables >= {"projection_weat1", "frequency_weat1", "frequency_fit_weat1"}
    assert tables >= {"crossed", "crossed_documents", "pretrained", "standard_errors"}
    assert tables >= {"word_sets", "word_sets_agreement", "word_sets_by_frequency"}
    of_weat1 = ["histogram", "means", "targeted", "random", "transfer", "projection", "frequency", "metadata"]
    for name in [*(f"{figure}_weat1" for figure in of_weat1), "word_sets_ppmi", "convergence", "estimators"]:
        assert (results / "figures" / f"{name}.pdf").read_bytes().startswith(b"%PDF")
        assert (results / "figures" / f"{name}.png").stat().st_size > 5000
    assert "| number of documents | 29,344 |" in (results / "summary.md").read_text()


def test_metrics_are_measured_in_vectors_of_others_too(finished):
    results = finished.folder / "results" / "mine"
    table = pd.read_csv(results / "tables" / "pretrained.csv").set_index("metric")
    assert list(table.index) == ["weat1", "ripa1"]
    assert set(table["vectors"]) == {"random"}
    assert set(table["missing"]) == {"nasa"}
    assert table["p"].notna().tolist() == [True, False]
    assert "The same metrics in pretrained vectors" in (results / "report" / "index.html").read_text()


def test_ppmi_sets_are_the_ends_of_ppmis_own_ranking(finished):
    results = finished.folder / "results" / "mine"
    ranking = pd.read_parquet(results / "ppmi/weat1.parquet").sort_values("delta_mean", kind="stable")["id"]
    assert (results / "sets/weat1/ppmi-increase-5.txt").read_text().split() == list(ranking[:5])
    assert set((results / "sets/weat1/ppmi-decrease-5.txt").read_text().split()) == set(ranking[-5:])
    comparison = pd.read_csv(results / "tables/ppmi_comparison.csv")
    assert list(comparison["objective"]) == ["correct", "aggravate"]
    assert comparison["ppmi_change"].notna().all()


def test_the_two_updates_of_ppmi_are_compared_set_by_set(finished):
    results = finished.folder / "results" / "mine"
    corpus, X = TokenStore.load(results / "corpus" / "tokens"), Cooccurrence.load(results / "cooccurrence")
    weat1 = metric("weat1", DEFINITION, word_ids(load_vocabulary(results / "corpus" / "vocabulary.csv")))
    ids = pd.read_parquet(results / "corpus" / "documents.parquet")["id"]
    ranking = ids[np.argsort(ppmi_authors.documents(X, corpus, weat1), kind="stable")]
    sets = results / "sets/weat1"
    shared = [
        len(set((sets / "ppmi-decrease-5.txt").read_text().split()) & set(ranking[-5:])),
        len(set((sets / "ppmi-increase-5.txt").read_text().split()) & set(ranking[:5])),
    ]
    table = pd.read_csv(results / "tables/ppmi_overlap_weat1.csv")
    assert list(table["kind"]) == ["decrease", "increase"]
    assert list(table["shared"]) == shared
    assert table["bias"][0] == pytest.approx(ppmi.bias(X, weat1), rel=1e-8)
    assert table["authors_bias"][0] == pytest.approx(ppmi_authors.bias(X, corpus, weat1), rel=1e-8)


def test_the_sets_are_measured_in_every_representation_and_by_every_metric(finished):
    tables = finished.folder / "results" / "mine" / "tables"
    transfer = pd.read_csv(tables / "transfer.csv")
    by_representation = {name: set(rows["set"]) for name, rows in transfer.groupby("representation")}
    targeted = {f"{kind}-{size}" for kind in ("decrease", "increase") for size in (2, 5)}
    sets = targeted | {"baseline"}
    assert by_representation == {"glove": sets, "ppmi": sets, "word2vec": sets}
    other = pd.read_csv(tables / "other_metrics.csv")
    assert set(other["set"]) == targeted
    assert set(other["metric"]) == {"ripa1"}
    assert set(pd.read_csv(tables / "baseline.csv")["metric"]) == {"weat1", "ripa1"}


def test_word2vec_without_a_set_is_word2vec_on_the_other_documents(finished):
    results = finished.folder / "results" / "mine"
    corpus = TokenStore.load(results / "corpus" / "tokens")
    ids = list(pd.read_parquet(results / "corpus" / "documents.parquet")["id"])
    removed = [ids.index(line) for line in (results / "sets/weat1/decrease-5.txt").read_text().split()]
    W = word2vec.train(corpus, np.array(removed), dimension=8, window=4, epochs=1, negative=10, seed=2)
    weat1 = metric("weat1", DEFINITION, word_ids(load_vocabulary(results / "corpus" / "vocabulary.csv")))
    table = pd.read_csv(results / "tables/word2vec.csv").set_index(["set", "metric", "seed"])["bias"]
    assert table["decrease-5", "weat1", 2] == pytest.approx(weat1.bias(W[weat1.words]), abs=1e-8)


def test_a_dry_run_of_a_fresh_checkout_plans_everything(fresh):
    assert {"documents", "train_baseline", "retrain", "word2vec", "summary"} <= fresh.planned()


def test_documents_can_be_scored_from_the_command_line(finished, tmp_path):
    (tmp_path / "ids.txt").write_text("d3\nd17\n")
    command = ["score", "--setup", "mine", "--documents", str(tmp_path / "ids.txt")]
    run = finished.run(sys.executable, "-m", "origins", *command)  # the run remembers its settings
    assert run.stdout == finished.run(sys.executable, "-m", "origins", *command, "--configfile", "mine.yaml").stdout
    rows = {line[: line.index("  ")]: line.split() for line in run.stdout.splitlines() if "  " in line.strip()}
    assert {"seed 1", "seed 2", "mean", "std"} <= set(rows)
    baseline, predicted, delta = map(float, rows["mean"][1:])
    assert delta == pytest.approx(baseline - predicted, abs=2e-4)
    (tmp_path / "ids.txt").write_text("d3\nnobody\n")
    run = finished.run(sys.executable, "-m", "origins", *command, check=False)
    assert run.returncode == 1
    assert run.stdout.startswith("origins: ")
    assert "ids.txt:2: no document of the corpus has the id 'nobody'" in run.stdout


def test_an_embedding_goes_to_other_programs_and_comes_back(finished, tmp_path):
    project = finished.copy(tmp_path / "copy")
    origins = [sys.executable, "-m", "origins"]
    project.run(*origins, "export", "--setup", "mine", "--seed", "2", "vectors.txt")
    vectors = KeyedVectors.load_word2vec_format(project.folder / "vectors.txt", no_header=True)
    stored = Embedding.load(project.folder / "results/mine/baseline/embedding-2.npz")
    np.testing.assert_array_equal(vectors.vectors, stored.W)
    project.run(*origins, "export", "--setup", "mine", "--seed", "2", "--format", "reference", "vectors.bin")
    project.run(*origins, "import", "--setup", "mine", "--seed", "1", "vectors.bin", "vectors.vocab.txt")
    taken = Embedding.load(project.folder / "results/mine/baseline/embedding-1.npz")
    np.testing.assert_array_equal(taken.W, stored.W)
    np.testing.assert_array_equal(taken.c, stored.c)


def test_the_linear_datamodeling_score_is_made_when_asked_for_and_changes_no_other_table(finished, tmp_path):
    project = finished.copy(tmp_path / "copy")
    lds = "--cores", "2", "--configfile", "mine.yaml", "--", "lds"
    run = project.snakemake(*lds, check=False)
    assert run.returncode != 0
    assert "origins: no setup of this run asks for subsets; set lds.subsets in its settings." in run.stdout
    project.configure(lds={"subsets": 4, "left_out": [50], "seeds": 1})
    assert not project.planned() & {"retrain", "predict_subsets", "lds_tables"}  # not by default
    project.snakemake(*lds)
    results = project.folder / "results" / "mine"
    for number in range(1, 5):
        assert len((results / f"sets/shared/leftout-50-{number}.txt").read_text().split()) == 40
    assert set(pd.read_csv(results / "lds/retrains.csv")["set"]) == {f"leftout-50-{number}" for number in range(1, 5)}
    table = pd.read_csv(results / "tables/lds.csv")
    assert len(table) == 2 * (5 + 4)  # paired and unpaired, five estimators and four sums
    assert table[["metric", "left_out", "subsets", "retrains", "baselines"]].drop_duplicates().to_numpy().tolist() == [
        ["weat1", 50, 4, 1, 1]
    ]
    assert table["spearman"].between(-1, 1).all()
    assert (results / "figures/lds.png").exists()
    kept = finished.results()
    assert {name: content for name, content in project.results().items() if name in kept} == kept | {
        "settings.yaml": (results / "settings.yaml").read_bytes()
    }


def test_snakemake_does_not_look_at_waiting_jobs_every_second(finished, tmp_path):
    """It would, once for every job that ended, and after a hundred take a third of a core."""
    project = finished.copy(tmp_path / "copy")
    folder = project.folder / "results/mine/sets"
    found = (path for name in ("shared/random-*", "weat1/decrease-*", "weat1/increase-*") for path in folder.glob(name))
    sets = [str(path.relative_to(project.folder)) for path in found]
    again = "--forcerun", "random_set", "targeted_set", "--", *sets
    run = project.snakemake("--cores", "1", "--configfile", "mine.yaml", "--verbose", *again)
    ended = run.stdout.count("Finished jobid")
    assert ended == len(sets) == 6
    assert run.stdout.count("Resources before job selection") <= ended + 1
