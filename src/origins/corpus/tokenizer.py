"""From text to tokens: runs of letters as gensim finds them, or whatever stands between spaces."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

LETTERS = re.compile(r"[^\W\d]+")  # what gensim.utils.tokenize calls alphabetic: \w without digits
BETWEEN_SPACES = re.compile(r"\S+")


class Tokenizer(NamedTuple):
    """How a text becomes tokens; `min_letters` and `max_letters` bound their length, None not at all.

    "letters" takes lower-cased runs of letters, as gensim's WikiCorpus does. Without an upper limit they are those of
    gensim.utils.tokenize itself, which keeps runs that begin with _. Lower case is Unicode's, not that of a language:
    Turkish I becomes i (not ı), and İ becomes i and a combining dot. The dot is no letter, so İstanbul gives the tokens
    i and stanbul; without an upper limit it stays one token, dot included.

    "whitespace" takes what stands between spaces and line breaks as it is, for text that is tokenized already, with
    capitals as the user wants them: Chinese words, or Turkish in Turkish lower case.
    """

    min_letters: int | None = 2
    max_letters: int | None = 15
    kind: str = "letters"

    @classmethod
    def of(cls, corpus: Mapping[str, Any]) -> "Tokenizer":
        """The tokenizer of a setup's corpus section."""
        return cls(corpus["min_letters"], corpus["max_letters"], corpus["tokenizer"])

    def tokens(self, text: str) -> list[str]:
        """The tokens of a text."""
        return [run for run in self.runs(text) if self.keeps(run)]

    def runs(self, text: str) -> list[str]:
        """All runs of the text, before any is selected by its length.

        WikiCorpus lower-cases the text, the authors' script for the New York Times each run; this matters for İ and Σ.
        """
        if self.kind == "whitespace":
            return text.split()
        if self.max_letters is None:
            return [run.lower() for run in LETTERS.findall(text)]
        return LETTERS.findall(text.lower())

    def places(self, text: str) -> Iterator[tuple[str, int, int]]:
        """The runs with where each begins and ends in the text as it is written."""
        if self.kind == "whitespace":
            yield from ((run.group(), *run.span()) for run in BETWEEN_SPACES.finditer(text))
        elif self.max_letters is None:
            yield from ((run.group().lower(), *run.span()) for run in LETTERS.finditer(text))
        else:
            lower = text.lower()
            origin: Sequence[int] = range(len(text) + 1)
            if len(lower) != len(text):  # İ becomes two characters
                origin = [place for place, letter in enumerate(text) for _ in letter.lower()]
            for run in LETTERS.finditer(lower):
                yield run.group(), origin[run.start()], origin[run.end() - 1] + 1

    def keeps(self, run: str) -> bool:
        """Whether a run counts as a token."""
        if len(run) < (self.min_letters or 1) or len(run) > (self.max_letters or len(run)):
            return False
        return self.kind == "whitespace" or self.max_letters is None or run[0] != "_"

    def why_never(self, word: str) -> str:
        """Why no token of any text can equal the word; empty if one can."""
        if [word] in (self.tokens(word), self.tokens(word.replace("i\u0307", "İ"))):
            return ""
        runs = self.runs(word)
        if runs != [word]:
            return f"as text it becomes {', '.join(runs)}" if runs else "it has no letters"
        if len(word) < (self.min_letters or 1):
            return f"it has fewer letters than corpus.min_letters ({self.min_letters})"
        if self.max_letters and len(word) > self.max_letters:
            return f"it has more letters than corpus.max_letters ({self.max_letters})"
        return "it begins with _"
