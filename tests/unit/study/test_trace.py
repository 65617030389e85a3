"""What a trace refuses before it reads anything; what it finds is tested with the workflow."""

import pytest

from origins.errors import OriginsError
from origins.study import workflow
from origins.study.choice import Choice, as_config
from origins.study.corpus import Corpus
from origins.study.trace import _write, trace
from origins.study.wordsets import weat

SETS = ["physics", "chemistry"], ["poetry", "art"], ["he", "him"], ["she", "her"]


def texts() -> Corpus:
    return Corpus.from_texts(["He studied physics.", "She studied poetry."])


def test_no_seed_at_all_is_refused(tmp_path):
    with pytest.raises(OriginsError, match=r"glove\.seeds must be at least 1, not 0"):
        trace(texts(), ["weat1"], seeds=0, out=tmp_path / "out")


@pytest.mark.parametrize("cores", [0, -2])
def test_no_core_at_all_is_refused(tmp_path, cores):
    with pytest.raises(OriginsError, match=f"cores: {cores} cannot run anything; use 1 or more"):
        trace(texts(), ["weat1"], cores=cores, out=tmp_path / "out")


def test_the_starter_corpus_can_be_traced(tmp_path):
    with pytest.raises(OriginsError, match="cores: 0 cannot run anything"):  # as far as it gets before reading
        trace(Corpus.starter(), ["weat1"], cores=0, out=tmp_path)


def test_settings_that_someone_edited_are_not_overwritten(tmp_path):
    (tmp_path / "config.yaml").write_text("run: [mine]\n")
    with pytest.raises(
        OriginsError, match=r"config\.yaml has been edited. To run it, give its path instead of the corpus"
    ):
        trace(texts(), ["weat1"], cores=0, out=tmp_path)  # with a core, it would read the corpus


def test_another_corpus_of_the_same_name_is_refused(tmp_path):
    for number in (1, 2):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "reviews.csv").write_text("text\nwords\n")
    one, two = (Corpus.from_file(tmp_path / number / "reviews.csv") for number in "12")
    _write(tmp_path / "config.yaml", as_config(one.name, [Choice("corpus", "path", one.settings["path"])], {}))
    with pytest.raises(OriginsError, match=r"holds the trace of .*/1/reviews.csv; give another folder"):
        trace(two, ["weat1"], cores=0, out=tmp_path)
    with pytest.raises(OriginsError, match="cores: 0 cannot run anything"):
        trace(one, ["weat1"], cores=0, out=tmp_path)


def test_paths_of_a_config_file_are_relative_to_the_current_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "mine.csv").write_text("text\nwords\n")
    (tmp_path / "sub" / "mine.yaml").write_text("run: [mine]\nsetups: {mine: {corpus: {path: mine.csv}}}\n")
    asked = []
    monkeypatch.setattr(workflow, "run", lambda *_, over: asked.append(over))
    with pytest.raises(OriginsError):  # nothing was run, so there are no results
        trace("sub/mine.yaml")
    assert asked == [{"setups": {"mine": {"corpus": {"path": str(tmp_path / "mine.csv")}}}}]


@pytest.mark.parametrize(
    "metric, settings, said",
    [
        ("weat11", {}, r'weat11 is not a built-in metric\. Did you mean "weat1"\?'),
        (weat("работа", *SETS), {}, 'the name "работа" must be at most 60 letters from a to z'),
        (weat("work", ["New York", "art"], *SETS[1:]), {}, r'metrics\.work\.S\[0\]: "New York" can never be a token'),
        (weat("work", *SETS[:3], SETS[2]), {}, "A and B are the same words"),
        ("weat1", {"glove": {"epohcs": 3}}, r'glove\.epohcs is not a known key\. Did you mean "epochs"\?'),
    ],
)
def test_what_a_run_would_refuse_is_said_before_anything_is_read_or_written(tmp_path, metric, settings, said):
    with pytest.raises(OriginsError, match=said):
        trace(texts(), [metric], settings=settings, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()
