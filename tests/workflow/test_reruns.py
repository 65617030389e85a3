"""A rule runs again when, and only when, something it uses has changed."""

import os

import pytest

pytestmark = pytest.mark.xdist_group("workflow")


@pytest.fixture
def project(finished, tmp_path):
    return finished.copy(tmp_path / "copy")


def test_nothing_changed_means_nothing_to_do(project):
    assert project.planned() == set()


CORPUS = {"documents", "tokens", "cooccurrence", "corpus_summary"}
FIGURES = {
    "baseline_figure",
    "convergence_figure",
    "histogram_figure",
    "effect_figures",
    "single_documents_figure",
    "estimators_figure",
}
AFTER_RETRAIN = {"evaluate", "effect_figures", "single_documents_figure", "estimators_figure", "summary", "report"}
AFTER_SCORES = {
    "targeted_set",
    "predict_sets",
    "retrain",
    "influential_documents",
    "histogram_figure",
    "explain_documents",
} | AFTER_RETRAIN
AFTER_TRAINING = {
    "measure_baseline",
    "baseline_tables",
    "baseline_figure",
    "convergence_figure",
    "score_documents",
} | AFTER_SCORES
TRAINING = {"train_baseline"} | AFTER_TRAINING
ALL = CORPUS | TRAINING | {"random_set"}


@pytest.mark.parametrize(
    ("file", "rules"),
    [
        ("src/origins/corpus/jsonl.py", ALL),
        ("src/origins/tokens.py", ALL - {"documents"}),
        ("src/origins/cooccurrence_kernels.py", ALL - {"documents", "tokens"}),
        ("src/origins/glove/kernels.py", TRAINING),
        ("workflow/scripts/train_baseline.py", TRAINING),
        ("src/origins/influence/kernels.py", {"score_documents"} | AFTER_SCORES),
        (
            "src/origins/sets.py",
            {"measure_baseline", "baseline_tables", "retrain"}
            | AFTER_RETRAIN
            | {"histogram_figure", "baseline_figure", "convergence_figure"},
        ),
        ("src/origins/evaluation.py", AFTER_RETRAIN | {"histogram_figure"}),
        ("src/origins/summary.py", {"corpus_summary", "summary", "report"}),
        (
            "src/origins/comparison.py",
            {"baseline_tables", "influential_documents", "baseline_figure", "convergence_figure", "histogram_figure"}
            | AFTER_RETRAIN,
        ),
        ("src/origins/figures/style.py", FIGURES | {"report"}),
        ("src/origins/figures/effects.py", {"effect_figures", "single_documents_figure", "report"}),
        ("workflow/scripts/summary.py", {"summary", "report"}),
        ("src/origins/config.py", {"corpus_summary", "summary", "report"}),
        ("src/origins/report/explain.py", {"explain_documents", "report"}),
        ("src/origins/report/page.py", {"report"}),
        ("src/origins/report/assets/style.css", {"report"}),
        ("src/origins/progress.py", set()),
    ],
)
def test_editing_code_reruns_the_rules_that_import_it_and_what_follows(project, file, rules):
    project.append(file, "\n# changed\n")
    assert project.planned() == rules


@pytest.mark.parametrize(
    ("section", "values", "rules"),
    [
        ("corpus", {"drop_duplicates": False}, ALL),
        ("vocabulary", {"min_count": 3}, ALL - {"documents"}),
        ("cooccurrence", {"window": 5}, ALL - {"documents", "tokens", "random_set"}),
        ("glove", {"epochs": 5}, TRAINING),
        ("perturbation", {"retrain_seeds": 1}, {"corpus_summary"} | AFTER_RETRAIN),
        (
            "perturbation",
            {"sizes": [2, 5, 6]},
            {"corpus_summary", "targeted_set", "random_set", "predict_sets", "retrain"} | AFTER_RETRAIN,
        ),
    ],
)
def test_changing_a_setting_reruns_the_rules_that_use_it(project, section, values, rules):
    project.configure(**{section: values})
    assert project.planned() == rules


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
    assert project.planned() == ALL


def test_a_new_date_on_an_unchanged_file_reruns_nothing(project):
    for path in (project.folder / "src").rglob("*.py"):
        os.utime(path)
    os.utime(project.folder / "mine.jsonl")
    assert project.planned() == set()


def test_other_setups_in_the_config_do_not_matter(project):
    text = (project.folder / "config.yaml").read_text()
    (project.folder / "config.yaml").write_text(text.replace("epochs: 300", "epochs: 299"))
    assert project.planned() == set()
