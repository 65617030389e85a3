"""What every reader yields and every later stage starts from."""

import re
from typing import NamedTuple

from origins.errors import OriginsError


class Document(NamedTuple):
    """One unit of the corpus, the paper's part p ⊂ C. `id` is the source's own name for it, unique and on one line."""

    id: str
    title: str
    text: str
    metadata: dict[str, str]


def checked_id(identifier: str, place: str) -> str:
    """The id, which must be able to be a line of a list of documents; `place` says where it stands."""
    if not identifier:
        raise OriginsError(f"{place}: the id is empty. Give every document an id.")
    if re.search(r"[\r\n]", identifier):
        raise OriginsError(f"{place}: the id {identifier[:200]!r} contains a line break. Change the id.")
    return identifier
