import pytest
from strategies import encoded

from origins.corpus.document import Document
from origins.corpus.tokens import Selection
from origins.errors import OriginsError
from origins.experiment import suitability

WORDS = {"kind": "weat", "S": ["aa", "bb"], "T": ["cc", "dd"], "A": ["aa", "cc"], "B": ["bb", "dd"]}


@pytest.fixture
def files(tmp_path):
    """A corpus of three documents and four words."""
    encoded([Document(str(k), "", "aa bb cc dd", {"author": "x"}) for k in range(3)], tmp_path, Selection())
    return tmp_path / "documents.parquet", tmp_path / "vocabulary.csv"


def settings(sizes=(2,), left_out=(), resample_by=None, bands=(), **further):
    return {
        "metadata": {"resample_by": resample_by, "bands": list(bands)},
        "perturbation": {"sizes": list(sizes)},
        "lds": {"subsets": len(left_out), "left_out": list(left_out) or [1, 99]},
        "metrics": {"weat1": WORDS},
        "further_metrics": further,
    }


def test_settings_that_suit_the_corpus_pass(files):
    suitability.check("mine", settings(), *files)  # what subsets would leave out does not matter if there are none
    suitability.check("mine", settings(left_out=[17, 83]), *files)


def test_metadata_that_no_document_has_is_refused(files):
    suitability.check("mine", settings(resample_by="author", bands=["author"]), *files)
    for setting, named in (("resample_by", "athor"), ("bands", ["author", "athor"])):
        said = f"setups.mine.metadata.{setting}: no document has the field 'athor'; found author. Correct it"
        with pytest.raises(OriginsError, match=said):
            suitability.check("mine", settings(**{setting: named}), *files)


def test_sets_and_metrics_that_the_corpus_cannot_give_are_refused(files):
    with pytest.raises(OriginsError, match=r"setups.mine.perturbation.sizes: a set of 3 documents leaves nothing"):
        suitability.check("mine", settings(sizes=(2, 3)), *files)
    with pytest.raises(OriginsError, match=r"metrics.other.S has only 1 word in the vocabulary \(missing: ee\)"):
        suitability.check("mine", settings(other=WORDS | {"S": ["aa", "ee"]}), *files)
    for percent, sentence in ((5, "leaves all of the corpus; choose more"), (95, "leaves nothing of .*; choose less")):
        with pytest.raises(OriginsError, match=rf"setups.mine.lds.left_out: {percent} % of 3 documents {sentence}"):
            suitability.check("mine", settings(left_out=[50, percent]), *files)
