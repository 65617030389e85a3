"""A rule runs again when, and only when, something it uses has changed."""

import os

import pytest

pytestmark = pytest.mark.xdist_group("workflow")


@pytest.fixture
def project(finished, tmp_path):
    return finished.copy(tmp_path / "copy")


def test_nothing_changed_means_nothing_to_do(project):
    assert project.planned() == set()


def test_what_a_run_says_of_itself_is_no_reason_to_run(project):
    project.append("src/origins/progress.py", "\n# changed\n")
    assert project.planned() == set()


CORPUS = {"documents", "tokens", "cooccurrence", "corpus_summary"}
FIGURES = {
    "baseline_figure",
    "convergence_figure",
    "histogram_figure",
    "effect_figures",
    "single_documents_figure",
    "estimators_figure",
    "transfer_figure",
    "word_sets_figures",
    "projection_figure",
    "frequency_figure",
    "metadata",
}
EFFECTS = {"effect_figures", "single_documents_figure", "estimators_figure"}
PAGES = {"summary", "report"}
TRANSFER = {"transfer", "transfer_figure"} | PAGES
EVALUATION = {"evaluate", "ppmi_comparison"} | EFFECTS | TRANSFER
FREQUENCY = {"frequency", "frequency_figure"}
AFTER_RETRAIN = {"projection", "projection_figure"} | FREQUENCY | EVALUATION
AFTER_SETS = {"predict_sets", "retrain"} | AFTER_RETRAIN
DOCUMENTS = {"influential_documents", "histogram_figure", "secondary", "metadata", "explain_documents"}
AFTER_SCORES = {"targeted_set", "word2vec", "ppmi_sets"} | AFTER_SETS | DOCUMENTS
WORD_SETS = {"compare_word_sets", "word_sets_figures"} | PAGES
BASELINE_TABLES = {"baseline_tables", "baseline_figure", "convergence_figure"}
AFTER_TRAINING = {"measure_baseline", "score_documents"} | BASELINE_TABLES | AFTER_SCORES | WORD_SETS
TRAINING = {"train_baseline"} | AFTER_TRAINING
PPMI = {"ppmi_documents", "ppmi_overlap", "ppmi_set", "ppmi_sets", "predict_sets", "retrain"} | EVALUATION | WORD_SETS
WORD2VEC = {"word2vec_baseline", "word2vec"} | TRANSFER | WORD_SETS
ALL = CORPUS | TRAINING | PPMI | WORD2VEC | {"random_set"}


@pytest.mark.parametrize(
    ("file", "rules"),
    [
        ("src/origins/corpus/jsonl.py", ALL),
        ("src/origins/tokens.py", ALL - {"documents"}),
        ("src/origins/cooccurrence_kernels.py", ALL - {"documents", "tokens"}),
        ("src/origins/glove/kernels.py", TRAINING),
        ("workflow/scripts/train_baseline.py", TRAINING),
        ("src/origins/influence/kernels.py", {"score_documents"} | AFTER_SCORES | PPMI),
        (
            "src/origins/sets.py",
            {"measure_baseline", "baseline_tables", "retrain"}
            | AFTER_RETRAIN
            | {"histogram_figure", "baseline_figure", "convergence_figure"}
            | WORD2VEC,
        ),
        ("src/origins/baselines/ppmi_kernels.py", PPMI),
        ("src/origins/baselines/word2vec.py", WORD2VEC),
        ("src/origins/evaluation.py", EVALUATION | WORD_SETS | FREQUENCY | {"histogram_figure"}),
        ("src/origins/frequency.py", FREQUENCY | PAGES),
        ("src/origins/summary.py", {"corpus_summary"} | PAGES),
        (
            "src/origins/comparison.py",
            {"influential_documents", "secondary", "histogram_figure"} | BASELINE_TABLES | EVALUATION,
        ),
        ("src/origins/figures/style.py", FIGURES | {"report"}),
        ("src/origins/metadata.py", {"metadata", "report"}),
        ("src/origins/figures/effects.py", {"effect_figures", "single_documents_figure", "report"}),
        ("workflow/scripts/summary.py", PAGES),
        ("src/origins/config.py", {"corpus_summary"} | PAGES),
        ("src/origins/report/explain.py", {"explain_documents", "report"}),
        ("src/origins/report/page.py", {"report"}),
        ("src/origins/report/assets/style.css", {"report"}),
    ],
)
def test_editing_code_reruns_the_rules_that_import_it_and_what_follows(project, file, rules):
    project.append(file, "\n# changed\n")
    assert project.planned() == rules | {"manifest"}


@pytest.mark.parametrize(
    ("section", "values", "rules"),
    [
        ("corpus", {"drop_duplicates": False}, ALL),
        ("vocabulary", {"min_count": 3}, ALL - {"documents"}),
        ("cooccurrence", {"window": 5}, ALL - {"documents", "tokens", "random_set"}),
        ("glove", {"epochs": 5}, TRAINING),
        # sets that are compared with PPMI's keep their second seed
        ("perturbation", {"retrain_seeds": 1}, {"corpus_summary", "retrain"} | EVALUATION),
        ("word2vec", {"epochs": 2}, WORD2VEC),
        ("word_sets", {"number": 30}, WORD_SETS),
        ("word_sets", {"words": 90}, WORD2VEC - {"word2vec"}),
        (
            "perturbation",
            {"sizes": [2, 5, 6]},
            {"corpus_summary", "targeted_set", "random_set", "ppmi_sets", "word2vec"} | AFTER_SETS,
        ),
    ],
)
def test_changing_a_setting_reruns_the_rules_that_use_it(project, section, values, rules):
    project.configure(**{section: values})
    assert project.planned() == rules | {"manifest"}


def test_another_size_retrains_only_its_own_sets(project):
    project.configure(perturbation={"sizes": [2, 5, 6]})
    output = project.snakemake("--dry-run", "--configfile", "mine.yaml").stdout
    retrains = [
        line.split("wildcards: ")[1] for line in output.splitlines() if "wildcards:" in line and "batch=" in line
    ]
    assert sorted({line.split("set=")[1].split(",")[0] for line in retrains}) == [
        "decrease-6",
        "increase-6",
        "random-6-1",
    ]


def test_another_seed_retrains_nothing_that_is_there(project):
    project.configure(glove={"seeds": 3})
    output = project.snakemake("--dry-run", "--configfile", "mine.yaml").stdout
    assert "seed=3" in output
    assert "seed=1" not in output


def test_editing_the_corpus_reruns_everything(project):
    project.append("mine.jsonl", '{"text": "one more document"}\n')
    assert project.planned() == ALL | {"manifest"}


def test_a_new_date_on_an_unchanged_file_reruns_nothing(project):
    for path in (project.folder / "src").rglob("*.py"):
        os.utime(path)
    os.utime(project.folder / "mine.jsonl")
    assert project.planned() == set()


def test_other_setups_in_the_config_do_not_matter(project):
    text = (project.folder / "config.yaml").read_text()
    (project.folder / "config.yaml").write_text(text.replace("epochs: 300", "epochs: 299"))
    assert project.planned() == set()
