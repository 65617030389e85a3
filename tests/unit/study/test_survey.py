from origins.corpus import store
from origins.corpus.document import Document
from origins.corpus.tokens import Selection
from origins.study.survey import survey


def test_texts_of_a_unit_are_one_document_and_those_without_one_are_documents_of_their_own(tmp_path):
    authors = ["Anna", "Boris", "Anna", None, ""]
    texts = ["one two three", "one", "four", "two three", "one two"]
    documents = [
        Document(str(k), "", text, {"author": by}) for k, (text, by) in enumerate(zip(texts, authors, strict=True))
    ]
    store.write(documents, tmp_path / "documents.jsonl.gz", drop_duplicates=False)
    found = survey(tmp_path / "documents.jsonl.gz", Selection(unit="author"))
    assert found.documents(0, 9) == 4
    assert found.documents(2, 9) == 3
    assert survey(tmp_path / "documents.jsonl.gz", Selection()).documents(0, 9) == 5
