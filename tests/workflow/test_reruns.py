"""A rule runs again when, and only when, something it uses has changed."""

import os
import re

import pytest
import yaml
from projects import ROOT

from origins.experiment.vectors import asked_of

pytestmark = pytest.mark.xdist_group("workflow")


@pytest.fixture
def project(finished, tmp_path):
    return finished.copy(tmp_path / "copy")


def test_nothing_changed_means_nothing_to_do(project):
    assert project.planned() == set()


def test_editing_any_docstring_or_comment_leaves_nothing_to_do(project):
    for path in [*(project.folder / "src").rglob("*.py"), *(project.folder / "workflow/scripts").glob("*.py")]:
        text = path.read_text()
        if text.startswith('"""'):
            text = text.replace('"""', '"""Said otherwise. ', 1)
        path.write_text(text + "\n# changed\n")
    assert project.planned() == set()


def test_editing_plumbing_leaves_nothing_to_do(project):
    for name in ("runtime/job", "runtime/locks", "runtime/machine", "errors", "report/progress", "__init__"):
        project.append(f"src/origins/{name}.py", CHANGE)
    assert project.planned() == set()


CHANGE = "\n_changed = True\n"
CORPUS = {"documents", "tokens", "cooccurrence", "corpus_summary"}
DOCUMENT_FIGURES = {"document_figures"}
EFFECTS = {"effect_figures", "estimators_figure"}
FIGURES = DOCUMENT_FIGURES | EFFECTS | {"baseline_figures", "weat_figures", "word_sets_figures"}
PAGES = {"summary", "report"}
TRANSFER = {"transfer", "weat_figures"} | PAGES
EVALUATION = {"evaluate", "ppmi_comparison"} | EFFECTS | TRANSFER
AFTER_RETRAIN = {"measure_retrains", "projection", "frequency"} | EVALUATION
AFTER_SETS = {"predict_sets", "retrain"} | AFTER_RETRAIN
DOCUMENTS = {"document_tables", "explain_documents", "crossed", "standard_errors"} | DOCUMENT_FIGURES
MEASURED = {"word2vec", "measure_word2vec"}
AFTER_SCORES = {"targeted_set", "ppmi_sets"} | MEASURED | AFTER_SETS | DOCUMENTS
WORD_SETS = {"compare_word_sets", "word_sets_figures", "null"} | PAGES
BASELINE_TABLES = {"baseline_tables", "baseline_figures"}
AFTER_TRAINING = {"measure_baseline", "score_documents"} | BASELINE_TABLES | AFTER_SCORES | WORD_SETS
GROUPS = {"measure_groups", "groups"}
TRAINING = {"train_baseline", "predict_groups"} | AFTER_TRAINING | GROUPS
PPMI = {"ppmi_documents", "ppmi_overlap", "ppmi_set", "ppmi_sets"}
WORD2VEC = {"word2vec_baseline"} | MEASURED | TRANSFER | (WORD_SETS - {"null"})
ALL = CORPUS | TRAINING | PPMI | WORD2VEC | {"random_set", "group_set"}


@pytest.mark.parametrize(
    ("file", "rules"),
    [
        ("src/origins/glove/kernels.py", TRAINING),
        ("src/origins/figures/style.py", FIGURES | {"report"}),
        ("src/origins/report/assets/style.css", {"report"}),
    ],
)
def test_editing_code_reruns_the_rules_that_import_it_and_what_follows(project, file, rules):
    project.append(file, "/* changed */" if file.endswith("css") else CHANGE)
    assert project.planned() == rules | {"manifest"}


def test_a_metric_on_words_that_were_kept_only_measures_again(project):
    words = project.metric("weat1")
    project.define(kept=words | {"S": words["T"], "T": words["S"]})
    project.configure(further_metrics=["ripa1", "kept"])
    assert not project.planned() & {"train_baseline", "retrain", "word2vec", "word2vec_baseline"}
    assert {"measure_baseline", "measure_retrains", "measure_word2vec"} <= project.planned()


def test_dropping_a_metric_trains_nothing(project):
    project.configure(further_metrics=[])
    assert not project.planned() & {"train_baseline", "retrain", "word2vec", "word2vec_baseline"}


def test_a_job_keeps_the_words_that_were_compared_when_it_was_planned(project):
    """Not what it finds after Snakemake has removed its output, or it would run once more."""
    vectors, words = "results/mine/baseline/vectors/1.npz", project.metric("weat1")
    before = asked_of(project.folder / vectors)
    project.define(weat1=words | {"S": words["S"][:-1]})
    project.configure(further_metrics=[])
    project.append("workflow/scripts/train_baseline.py", CHANGE)
    project.snakemake("--cores", "1", "--configfile", "mine.yaml", "--", vectors)
    assert asked_of(project.folder / vectors) == before
    assert project.planned("--", vectors) == set()


@pytest.mark.parametrize(
    ("section", "values", "rules"),
    [
        ("corpus", {"drop_duplicates": False}, ALL),
        ("vocabulary", {"min_count": 20}, ALL - {"documents"}),  # as min_tokens
        ("cooccurrence", {"window": 5}, ALL - {"documents", "tokens", "random_set", "group_set"}),
        # sets that are compared with PPMI's keep their second seed
        ("perturbation", {"retrain_seeds": 1}, {"corpus_summary", "retrain", "measure_retrains"} | EVALUATION | GROUPS),
        ("word2vec", {"epochs": 2}, WORD2VEC),
        ("word_sets", {"number": 30}, WORD_SETS),
        ("word_sets", {"words": 90}, {"word2vec_baseline", "measure_word2vec"} | TRANSFER | WORD_SETS),
        (
            "perturbation",
            {"sizes": [2, 5, 6]},
            {"corpus_summary", "targeted_set", "random_set", "ppmi_sets"} | MEASURED | AFTER_SETS,
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


def test_names_of_pretrained_vectors_that_change_places_are_measured_again(project):
    (project.folder / "mine.txt").write_text((project.folder / "vectors.txt").read_text())
    table = "results/mine/tables/pretrained.csv"
    project.configure(pretrained={"random": "vectors.txt", "other": "mine.txt"})
    project.snakemake("--cores", "1", "--configfile", "mine.yaml", "--", table)
    project.configure(pretrained={"random": "mine.txt", "other": "vectors.txt"})
    assert project.planned("--", table) == {"pretrained"}


def test_no_rule_has_two_parameters_that_could_be_equal():
    """Snakemake compares their values without their names; `settings` makes one of them."""
    defaults = yaml.safe_load((ROOT / "config.yaml").read_text())["defaults"]

    def is_scalar(key):
        value = defaults
        for name in key.split("."):
            value = value.get(name, {})
        return not isinstance(value, dict | list)

    for file in (ROOT / "workflow" / "rules").glob("*.smk"):
        for rule in re.split(r"^(?=rule |use rule )", file.read_text(), flags=re.MULTILINE):
            params = rule.partition("    params:\n")[2].partition("    script:\n")[0]
            scalars = [key for key in re.findall(r'=setting\("([\w.]+)"\)', params) if is_scalar(key)]
            assert len(scalars) <= 1, f"{file.name}, {rule.splitlines()[0]} {scalars}"


def test_other_setups_in_the_config_do_not_matter(project):
    text = (project.folder / "config.yaml").read_text()
    (project.folder / "config.yaml").write_text(text.replace("epochs: 300", "epochs: 299"))
    assert project.planned() == set()
