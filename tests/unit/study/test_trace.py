"""What a trace refuses before it reads anything; what it finds is tested with the workflow."""

import pytest

from origins.errors import OriginsError
from origins.study.corpus import Corpus
from origins.study.trace import trace
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


def test_settings_that_someone_edited_are_not_overwritten(tmp_path):
    (tmp_path / "config.yaml").write_text("run: [mine]\n")
    with pytest.raises(
        OriginsError, match=r"config\.yaml has been edited. To run it, give its path instead of the corpus"
    ):
        trace(texts(), ["weat1"], cores=0, out=tmp_path)  # with a core, it would read the corpus


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
