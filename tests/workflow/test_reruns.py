"""A rule runs again when, and only when, something it uses has changed."""

import os

import pytest

pytestmark = pytest.mark.xdist_group("workflow")


@pytest.fixture
def project(finished, tmp_path):
    return finished.copy(tmp_path / "copy")


def test_nothing_changed_means_nothing_to_do(project):
    assert project.planned() == set()


@pytest.mark.parametrize(
    ("file", "rules"),
    [
        ("src/origins/cooccurrence_kernels.py", {"cooccurrence", "corpus_summary"}),
        ("src/origins/summary.py", {"corpus_summary"}),
        ("src/origins/metrics/weat.py", {"corpus_summary"}),
        ("src/origins/corpus/jsonl.py", {"documents", "tokens", "cooccurrence", "corpus_summary"}),
        ("src/origins/tokens.py", {"tokens", "cooccurrence", "corpus_summary"}),
        ("src/origins/npy.py", {"tokens", "cooccurrence", "corpus_summary"}),
        ("workflow/scripts/corpus_summary.py", {"corpus_summary"}),
        ("src/origins/corpus/download.py", {"documents", "tokens", "cooccurrence", "corpus_summary"}),
    ],
)
def test_editing_code_reruns_the_rules_that_import_it_and_what_follows(project, file, rules):
    project.append(file, "\n# changed\n")
    assert project.planned() == rules


@pytest.mark.parametrize(
    ("section", "values", "rules"),
    [
        ("corpus", {"drop_duplicates": False}, {"documents", "tokens", "cooccurrence", "corpus_summary"}),
        ("vocabulary", {"min_count": 3}, {"tokens", "cooccurrence", "corpus_summary"}),
        ("cooccurrence", {"window": 5}, {"cooccurrence", "corpus_summary"}),
        ("perturbation", {"sizes": [3]}, {"corpus_summary"}),
    ],
)
def test_changing_a_setting_reruns_the_rules_that_use_it(project, section, values, rules):
    project.configure(**{section: values})
    assert project.planned() == rules


def test_editing_the_corpus_reruns_everything(project):
    project.append("mine.jsonl", '{"text": "one more document"}\n')
    assert project.planned() == {"documents", "tokens", "cooccurrence", "corpus_summary"}


def test_a_new_date_on_an_unchanged_file_reruns_nothing(project):
    for path in (project.folder / "src").rglob("*.py"):
        os.utime(path)
    os.utime(project.folder / "mine.jsonl")
    assert project.planned() == set()


def test_other_setups_in_the_config_do_not_matter(project):
    text = (project.folder / "config.yaml").read_text()
    (project.folder / "config.yaml").write_text(text.replace("epochs: 300", "epochs: 299"))
    assert project.planned() == set()
