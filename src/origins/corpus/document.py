"""What every reader yields and every later stage starts from."""

from typing import NamedTuple


class Document(NamedTuple):
    """One unit of the corpus, the paper's part p ⊂ C. `id` is the source's own name for it and unique."""

    id: str
    title: str
    text: str
    metadata: dict[str, str]
