from collections import Counter

from origins.corpus import store
from origins.corpus.document import Document
from origins.corpus.tokens import Selection, tokenize
from origins.study.survey import survey


def test_a_survey_counts_every_token_of_every_document(tmp_path):
    texts = ["The cat, the dog and the bird.", "x", "Don't!", "the END of " + "the " * 50]
    path = tmp_path / "documents.jsonl.gz"
    store.write((Document(str(n), "", text, {}) for n, text in enumerate(texts)), path, drop_duplicates=False)
    found = survey(path, Selection(min_tokens=3, max_tokens=4))  # no document is left out for its length
    expected = [tokenize(text) for text in texts]
    assert found.lengths.tolist() == list(map(len, expected))
    assert found.counts == Counter(word for words in expected for word in words)
    assert found.tokens == sum(map(len, expected))
    assert found.vocabulary(2) == {"the": 54}
