"""Bias metrics B(w): functions of the vectors of a few words, chosen by name in the config."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from origins.errors import OriginsError
from origins.metrics.base import Metric
from origins.metrics.ect import ECT
from origins.metrics.mac import MAC
from origins.metrics.ripa import RIPA
from origins.metrics.rnd import RND
from origins.metrics.rnsb import RNSB
from origins.metrics.weat import WEAT

KINDS: dict[str, type[Metric]] = {"weat": WEAT, "ripa": RIPA, "rnd": RND, "mac": MAC, "ect": ECT, "rnsb": RNSB}


def metric(name: str, spec: Mapping[str, Any], vocabulary: Mapping[str, int]) -> Metric:
    """The metric that the config describes under `metrics.<name>`, on the words that the vocabulary has.

    Words it lacks are left out, as in the paper, and listed in `missing`; in paired sets, a word and its partner are
    left out together. Every set must keep at least two words.
    """
    kind = KINDS.get(spec.get("kind", ""))
    if kind is None:
        known = " or ".join(KINDS)
        raise OriginsError(f"metrics.{name}.kind is {spec.get('kind')!r}, which is not a known metric; use {known}.")
    ids: dict[str, list[int]] = {}
    missing: dict[str, None] = {}
    for keys in dict.fromkeys(kind.PAIRED if key in kind.PAIRED else (key,) for key in kind.SETS):
        if len({len(spec[key]) for key in keys}) > 1:
            raise OriginsError(_unequal(name, spec, keys))
        rows = dict.fromkeys(zip(*(spec[key] for key in keys), strict=True))
        lacking = dict.fromkeys(word for row in rows for word in row if word not in vocabulary)
        kept = [row for row in rows if not any(word in lacking for word in row)]
        if len(kept) < 2:
            raise OriginsError(_too_few(name, keys, len(kept), lacking))
        for key, words in zip(keys, zip(*kept, strict=True), strict=True):
            ids[key] = [vocabulary[word] for word in words]
        missing |= lacking
    return kind(*ids.values(), missing=tuple(missing))


def _unequal(name: str, spec: Mapping[str, Any], keys: Sequence[str]) -> str:
    sets, sizes = " and ".join(keys), " and ".join(str(len(spec[key])) for key in keys)
    return f"metrics.{name}: {sets} have {sizes} words, but {spec['kind']} pairs them; give each word its partner."


def _too_few(name: str, keys: Sequence[str], left: int, missing: Iterable[str]) -> str:
    what = "word" if len(keys) == 1 else "pair"
    found = f"no {what}" if left == 0 else f"only 1 {what}"
    lacking = f" (missing: {', '.join(missing)})" if missing else ""
    return (
        f"metrics.{name}.{' with '.join(keys)} has {found} in the vocabulary{lacking}; "
        f"give at least 2 {what}s that occur often enough in the corpus."
    )
