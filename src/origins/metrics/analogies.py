"""TOP-1 analogies: a is to b as c is to …? The answer is the word nearest to b − a + c (3CosAdd).

The same answers as gensim's `evaluate_word_analogies`, for all questions at once.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from gensim.test.utils import datapath

from origins.errors import OriginsError

BLOCK = 1 << 22  # similarities held at a time: 16 MB
CLOSE = 1e-4  # cosines of float32 vectors are exact to about 1e-6


def top1(words: Sequence[str], vectors: np.ndarray, questions: str | Path | None = None) -> pd.DataFrame:
    """One row per section and a total: correct, answered, questions, covered (answered / questions), accuracy.

    Case is ignored, as in gensim; questions with a word that is not in `words` are not answered. The questions are
    those that come with gensim unless a file in their format is given.
    """
    sections, asked = _read(datapath("questions-words.txt") if questions is None else questions)
    keys = [word.upper() for word in words]
    first = {key: i for i, key in reversed(list(enumerate(keys)))}
    same = np.array([first[key] for key in keys], dtype=np.intp)
    ids = np.array([[first.get(key, -1) for key in question] for _, question in asked], dtype=np.intp)
    covered = (ids >= 0).all(axis=1)
    table = pd.DataFrame({"section": [section for section, _ in asked], "correct": False, "answered": covered})
    table.loc[covered, "correct"] = same[_answers(ids[covered, :3], same, vectors)] == ids[covered, 3]
    table = table.groupby("section").agg(
        correct=("correct", "sum"), answered=("answered", "sum"), questions=("answered", "size")
    )
    table = table.reindex(sections, fill_value=0)
    table.loc["total"] = table.sum()
    table["covered"] = table["answered"] / table["questions"]
    table["accuracy"] = table["correct"] / table["answered"]
    return table.rename_axis("section").reset_index()


def _answers(questions: np.ndarray, same: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """The word nearest to b − a + c, other than a, b, c, for every row (a, b, c).

    Near ties of the float32 products are settled in float64, so that the answer does not depend on BLAS's threads.
    """
    norms = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    unit = np.divide(vectors, norms, where=norms > 0, out=np.zeros(vectors.shape))
    single = unit.astype(np.float32)
    variants = np.flatnonzero(same != np.arange(len(same)))  # other spellings of a word, as in ß and SS
    never = np.flatnonzero(norms[:, 0] == 0)
    answers = np.empty(len(questions), dtype=np.intp)
    step = max(1, BLOCK // len(vectors))
    for start in range(0, len(questions), step):
        block = questions[start : start + step]
        target = unit[block[:, 1]] - unit[block[:, 0]] + unit[block[:, 2]]
        scores = target.astype(np.float32) @ single.T
        scores[:, never] = -np.inf
        scores[np.arange(len(block))[:, None], block] = -np.inf
        for variant in variants:
            scores[(block == same[variant]).any(axis=1), variant] = -np.inf
        close = np.flatnonzero(scores >= scores.max(axis=1, keepdims=True) - np.float32(CLOSE))
        rows, candidates = np.divmod(close, len(vectors))
        exact = np.einsum("ij,ij->i", target[rows], unit[candidates])
        order = np.lexsort((candidates, -exact, rows))
        best = np.searchsorted(rows, np.arange(len(block)))  # `rows` is ascending, and so is rows[order]
        answers[start : start + step] = candidates[order][best]
    return answers


def _read(path: str | Path) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """The sections in order, and (section, the four words in upper case) for every question."""
    sections: dict[str, None] = {}
    questions = []
    try:
        lines = Path(path).read_text(encoding="utf-8").split("\n")
    except FileNotFoundError:
        raise OriginsError(f"{path} does not exist; give a file of analogy questions.") from None
    section = None
    for number, line in enumerate(lines, start=1):
        if line.startswith(":"):
            section = line.lstrip(": ").strip()
            sections[section] = None
        elif words := line.upper().split():
            if section is None or len(words) != 4:
                raise OriginsError(
                    f'{path}:{number}: expected four words below a line ": section", found {line[:60]!r}; fix the line.'
                )
            questions.append((section, words))
    if not questions:
        raise OriginsError(f"{path} has no questions; give a file of analogy questions.")
    return list(sections), questions
