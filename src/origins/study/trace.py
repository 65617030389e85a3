"""`trace`: from a corpus to the bias that every document adds, in one call."""

import hashlib
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from origins import config
from origins.corpus.tokens import Selection
from origins.errors import OriginsError
from origins.files.atomic import replacing
from origins.metrics.library import library
from origins.study import workflow
from origins.study.choice import Choice, as_config, check_names, choose
from origins.study.corpus import Corpus
from origins.study.study import Study
from origins.study.survey import Survey, survey

UNEDITED = "# as written: "  # and a checksum: a file that someone edited is not overwritten


def trace(
    corpus: Corpus | str | Path,
    metrics: Sequence[str | Mapping[str, Any]] = (),
    *,
    seeds: int | None = None,
    settings: Mapping[str, Mapping[str, Any]] | None = None,
    out: str | Path | None = None,
    cores: int | None = None,
    retrain: bool = False,
) -> Study:
    """Train embeddings of a corpus and find what every document does to their bias.

    `metrics` are names of built-in ones or definitions made with `origins.weat`; without any, those are chosen whose
    words the corpus has. All other settings are chosen by the size of the corpus, unless `settings` has them, as
    {"glove": {"epochs": 30}}, and are written with their reasons to config.yaml in the folder `out` (by default
    origins-<name>). Edit that file and give its path instead of a corpus to run it as it is. `retrain` adds what the
    workflow learns from retraining without documents. Nothing is computed twice.
    """
    if not isinstance(corpus, Corpus):
        return run_config(Path(corpus), cores, retrain)
    names, own = _named(metrics)
    known = built_in() | own
    check_names(names, known)
    _check(corpus, config.merge(settings or {}, {} if seeds is None else {"glove": {"seeds": seeds}}), names, own)
    folder = Path(out or f"origins-{corpus.name}").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    _refuse_edited(folder / "config.yaml")
    _refuse_another(folder / "config.yaml", corpus)
    given = config.merge({"corpus": corpus.settle(folder)}, settings or {})
    print("Reading the documents", flush=True)
    found = look(corpus.name, given["corpus"], folder, cores, names, own)
    print(f"documents: {len(found.lengths):,}, without duplicates; tokens: {found.tokens:,}")
    choices = choose(given, found, known, names, seeds)
    _write(folder / "config.yaml", as_config(corpus.name, choices, own))
    print(f"Settings, which you can edit in {_seen_from_here(folder / 'config.yaml')}:")
    _explain(choice for choice in choices if retrain or choice.section != "perturbation")
    return run_config(folder / "config.yaml", cores, retrain)


def built_in() -> dict[str, Any]:
    """The metrics that a trace can name: those of config.yaml, then those of the library."""
    shipped: dict[str, Any] = config.load(config.DEFAULT)["metrics"]
    return shipped | library()


def run_config(file: Path, cores: int | None = None, retrain: bool = False) -> Study:
    """Trace the setup of a config file, in the file's own folder; its paths are relative to the current one."""
    setups = config.resolve(config.load(config.DEFAULT, file))
    if len(setups) != 1:
        raise OriginsError(f"{file}: run names {len(setups)} setups; name one.")
    ((name, setup),) = setups.items()
    paths = {key: path for key in ("path", "metadata") if (path := setup["corpus"].get(key))}
    absolute = {key: str(Path(path).absolute()) for key, path in paths.items() if not Path(path).is_absolute()}
    over = {"setups": {name: {"corpus": absolute}}} if absolute else {}
    folder = file.absolute().parent
    workflow.run(folder, file.absolute(), "all" if retrain else "trace", cores, over=over)
    study = Study(folder / "results" / name)
    print(f"Open {_seen_from_here(study.page)} in a browser.")
    return study


def look(
    name: str,
    corpus: Mapping[str, Any],
    folder: Path,
    cores: int | None = None,
    metrics: Sequence[str] = (),
    own: Mapping[str, Any] | None = None,
) -> Survey:
    """Read the documents, as the workflow does, and count their words."""
    choices = [Choice("corpus", key, value) for key, value in corpus.items()]
    choices += [Choice("", "metrics", list(metrics))] if metrics else []  # others need not suit the tokenizer
    documents = Path("results", name, "corpus", "documents.jsonl.gz")
    with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".yaml") as file:
        file.write(as_config(name, choices, own or {}))
        file.flush()
        workflow.run(folder, Path(file.name), str(documents), cores, quiet=True)
    given = {key: value for key, value in corpus.items() if key in Selection.__dataclass_fields__}
    return survey(folder / documents, Selection(**given), cores or os.cpu_count() or 1)


def _seen_from_here(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _check(
    corpus: Corpus, settings: Mapping[str, Mapping[str, Any]], names: Sequence[str], own: Mapping[str, Any]
) -> None:
    """Refuse before a long read what a run would refuse after it."""
    given = config.merge({"corpus": dict(corpus.settings)}, settings)
    if corpus.lines:
        given["corpus"]["path"] = "corpus.jsonl"
    if names:
        given["metrics"] = list(names)
    ours = {"run": [corpus.name], "setups": {corpus.name: given}, "metrics": dict(own)}
    config.resolve(config.merge(config.load(config.DEFAULT), ours))


def _named(metrics: Sequence[str | Mapping[str, Any]]) -> tuple[list[str], dict[str, dict[str, Any]]]:
    """The names of all metrics, and the definitions of those that were given with one."""
    own = {}
    for metric in metrics:
        if not isinstance(metric, str):
            definition = dict(metric)
            own[definition.pop("name")] = definition
    return [metric if isinstance(metric, str) else metric["name"] for metric in metrics], own


def _refuse_edited(file: Path) -> None:
    """A config file that someone edited is not overwritten."""
    if file.exists():
        body, _, checksum = file.read_text().rpartition(UNEDITED)
        if checksum.strip() != _checksum(body):
            raise OriginsError(
                f"{file} has been edited. To run it, give its path instead of the corpus; to choose settings afresh, "
                "delete it."
            )


def _refuse_another(file: Path, corpus: Corpus) -> None:
    """Corpora whose files have the same name would share a folder."""
    for setup in config.load(file)["setups"].values() if file.exists() else ():
        path = setup["corpus"].get("path")
        if path != corpus.settings.get("path", path):
            raise OriginsError(f"{file.parent} holds the trace of {path}; give another folder (out, or --out).")


def _write(file: Path, text: str) -> None:
    """Write the config file, with a checksum that tells whether it was edited."""
    with replacing(file) as stream:
        stream.write(f"{text}{UNEDITED}{_checksum(text)}\n".encode())


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _explain(choices: Iterable[Choice]) -> None:
    """Say what was chosen and why."""
    for choice in choices:
        if choice.reason:
            print(f"  {'.'.join(filter(None, choice[:2])):<20} {choice.shown:<10} {choice.reason}")
