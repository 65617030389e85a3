"""One reported result of the paper, with ours beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

NYT_ONLY = "the paper reports this for the New York Times only"


@dataclass(frozen=True)
class Row:
    """One reported result: what it is, where in the paper, the paper's by setup, ours, and what is behind each."""

    where: str
    what: str
    ours: str
    file: str  # below results/<setup>/
    paper: Mapping[str, str] = field(default_factory=dict)
    runs: str = ""  # seeds and retrains behind ours
    paper_runs: str = ""
    note: str = ""
    command: str = ""  # what makes it, where that is not the workflow
