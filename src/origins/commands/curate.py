"""`origins curate`: a small set of documents whose removal takes a metric to a target, checked by retraining."""

import argparse
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from origins.commands.common import command, folder_of, parts_of, reading
from origins.errors import OriginsError
from origins.files.given import streams, writing
from origins.influence.names import BEST, PAPER

if TYPE_CHECKING:
    from origins.study.curate import Curation
    from origins.study.without import Without

ANALOGIES = "analogies"  # can be kept, too, though only retraining can tell
EXAMPLE = """\
  python -m origins curate --setup starter --metric weat1 --target 0 --keep weat2,analogies=0.02 --out ids.txt"""


def add(commands: Any) -> None:
    """Declare the command."""
    parser = command(
        commands, "curate", run, help="find a small set of documents whose removal gives a target bias", example=EXAMPLE
    )
    parser.add_argument("--setup", required=True, help="the name of the setup, as in results/<setup>")
    parser.add_argument("--metric", required=True, help="the metric that should reach the target")
    parser.add_argument("--target", type=float, default=0.0, help="the bias to reach (default: 0)")
    parser.add_argument(
        "--keep",
        default="",
        metavar="NAMES",
        help="metrics that may move by at most their deviation over seeds, or by a number: weat2,ripa1=0.1,analogies",
    )
    parser.add_argument("--step", type=int, default=10, help="documents to remove between rescorings (default: 10)")
    parser.add_argument(
        "--retrain", type=int, metavar="SEEDS", help="seeds to check with; 0: no retraining (default: up to 3)"
    )
    parser.add_argument("--estimator", default=BEST, help=f"how to predict (default: {BEST}; the paper's: {PAPER})")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the documents' ids here, one per line")


def run(arguments: argparse.Namespace) -> None:
    """Choose documents, retrain without them, and say what that did."""
    from origins.study.curate import Curation
    from origins.study.study import Study

    folder = folder_of(arguments)
    parts_of(folder, "corpus/documents.parquet", "cooccurrence", "corpus/tokens", "corpus/vocabulary.csv")
    if arguments.out:
        streams(arguments.out)  # refuses what cannot be written before anything is computed
    study, keep = Study(folder), dict(_kept(arguments.keep))
    analogies = {ANALOGIES: keep.pop(ANALOGIES)} if ANALOGIES in keep else {}
    for option, name in (("metric", arguments.metric), *(("keep", name) for name in keep)):
        if name not in study.metrics:
            raise OriginsError(f"--{option} {name}: the setup has {', '.join(study.metrics)}.")
    if arguments.step < 1:
        raise OriginsError(f"--step {arguments.step}: remove at least 1 document at a time.")
    seeds = min(3, len(study.embeddings)) if arguments.retrain is None else arguments.retrain
    if not 0 <= seeds <= len(study.embeddings):
        raise OriginsError(f"--retrain {seeds}: the setup has {len(study.embeddings)} baselines.")
    if analogies and seeds < (2 if analogies[ANALOGIES] is None else 1):
        raise OriginsError("--keep analogies: only retraining can tell; add --retrain 2 or more.")
    with reading(folder):
        curation = Curation(study, arguments.metric, arguments.target, keep, arguments.estimator)
    without = curation.verified(seeds, arguments.step) if seeds else curation.choose(step=arguments.step)
    if arguments.out:
        with writing(arguments.out) as file:
            file.write("".join(f"{id}\n" for id in without.documents["id"]).encode())
    for line in _report(curation, without, analogies):
        print(line)
    if (once := curation.ranked_once(arguments.step)) is not None:
        print(f"Removing documents in the order of their single effects is predicted to take {once}.")


def _kept(text: str) -> Iterator[tuple[str, float | None]]:
    for part in filter(None, text.split(",")):
        name, is_given, value = (each.strip() for each in part.partition("="))
        try:
            most = float(value) if is_given else None
        except ValueError:
            raise OriginsError(f"--keep {part}: {value!r} is not a number; give one, or only the name.") from None
        if most is not None and not 0 <= most < math.inf:
            raise OriginsError(f"--keep {part}: give a number of 0 or more, or only the name.")
        yield name, most


def _report(curation: "Curation", without: "Without", analogies: dict[str, float | None]) -> Iterator[str]:
    """What was reached, and what it cost."""
    name, target, table = curation.metric, curation.target, without.bias
    tokens, of = without.documents["tokens"].sum(), curation.study.corpus["tokens"].sum()
    yield f"{len(without.rows)} of {len(curation.study.corpus)} documents, {tokens} of {of} tokens ({tokens / of:.2%})"
    how = "predicted" if without.analogies is None else "retrained"
    row = table.loc[name]
    spread = "" if row["seeds"] == 1 else f" ± {row[f'{how}_change_std']:.4f}"
    yield (
        f"{name}: {row['baseline']:+.4f} with them, {row[how]:+.4f} without, {how} "
        f"(change {row[f'{how}_change']:+.4f}{spread}, {row['seeds']:.0f} paired seeds)"
    )
    if (row[how] > target) == (curation.baseline > target) and how == "retrained" and row[how] != target:
        yield f"This falls short of the target {target:g}."
    moved = [(limit.name, table.loc[limit.name, f"{how}_change"], limit.tolerance) for limit in curation.limits]
    if without.analogies is not None:
        before, after = without.analogies["baseline"], without.analogies["retrained"]
        if before.isna().any():
            yield "TOP-1 analogies: the vocabulary lacks their words"
        else:
            yield f"TOP-1 analogies: {before.mean():.2%} with them, {after.mean():.2%} without"
            for kept, most in analogies.items():
                moved.append((kept, (after - before).mean(), before.std() if most is None else most))
    for kept, change, most in moved:
        within = "stayed within" if abs(change) <= most else "moved beyond"
        yield f"{kept} {within} {most:.4f}: {change:+.4f} ({how})"
