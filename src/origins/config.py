"""config.yaml: checked against its schema, defaults added to each setup, errors in one sentence."""

import copy
import json
import re
import stat
from collections.abc import Collection, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from origins.corpus.kinds import kind_of, misplaced
from origins.corpus.tokenizer import Tokenizer
from origins.errors import OriginsError, sentence_of
from origins.experiment.sets import SHARED
from origins.files.atomic import replacing
from origins.files.schema import hint, problem, show
from origins.files.yamlfile import load_mapping
from origins.metrics.library import library

OPTIONAL = ("path", "url", "sha1", "sha256", "pretrained")  # have no default


def project() -> Path:
    """The folder of config.yaml, Snakefile, workflow/ and profiles/: inside the installed package, or the checkout."""
    package = Path(__file__).parent
    installed = package / "_project"
    return installed if installed.exists() else package.parents[1]


SCHEMA = project() / "workflow" / "schemas" / "config.schema.yaml"
DEFAULT = project() / "config.yaml"
METRICS = ("metrics", "further_metrics")
IN_FILES = ("relearn", "fit", "ways", "answers")  # what may stand before a metric in names of files
UNSUPPORTED = re.compile(r"[{}\x00-\x1f\x7f]")  # in paths: to Snakemake, {x} is a wildcard
HAS_UNSUPPORTED = "contains braces or control characters, which are not supported"
REMEMBERED = "settings.yaml"  # in the results of a setup: the settings of its last run


def resolve(config: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The setups that `run` names, complete: what a setup leaves out comes from `defaults`.

    A resolved setup has its metrics as mappings from name to definition instead of lists of names.
    """
    schema = _schema()
    if sentence := problem(schema, config):
        raise OriginsError(f"config: {sentence}")
    metrics = library() | config["metrics"]
    for name, definition in config["metrics"].items():
        _check_sets(f"metrics.{name}", definition)
    setups = {}
    for name in _run(config["run"]):
        if name not in config["setups"]:
            raise OriginsError(f"config: run: {show(name)} is not a setup.{hint(name, config['setups'])}")
        setup = merge(config.get("defaults", {}), config["setups"][name])
        _tell_kind(f"setups.{name}", setup)
        _check_complete(name, setup, schema["$defs"]["setup"]["properties"])
        _check_setup(f"setups.{name}", setup, metrics)
        tokenizer = Tokenizer.of(setup["corpus"])
        for key in METRICS:
            for metric in setup[key]:
                if metric in config["metrics"]:
                    _check_words(f"metrics.{metric}", metrics[metric], tokenizer)
            setup[key] = {metric: _possible(metrics[metric], tokenizer) for metric in setup[key]}
        setups[name] = setup
    _check_names({metric for setup in setups.values() for key in METRICS for metric in setup[key]})
    return setups


def remember(setups: Mapping[str, Mapping[str, Any]], results: Path) -> None:
    """Leave each resolved setup beside its results, as a configuration from which `resolve` makes the same setup.

    It is no output of a rule: nothing runs again because of it.
    """
    for name, setup in setups.items():
        metrics = {key: list(setup[key]) for key in METRICS}
        definitions = setup["metrics"] | setup["further_metrics"]
        config = {"run": [name], "setups": {name: {**setup, **metrics}}, "metrics": definitions}
        file = results / name / REMEMBERED
        file.parent.mkdir(parents=True, exist_ok=True)
        with replacing(file) as stream:
            text = yaml.dump(json.loads(json.dumps(config)), sort_keys=False, allow_unicode=True)  # without anchors
            stream.write(f"# The settings of the last run, complete; for `python -m origins`.\n{text}".encode())


def load(*files: str | Path) -> dict[str, Any]:
    """Read configuration files, later ones over earlier ones, as Snakemake's --configfile does."""
    config: dict[str, Any] = {}
    for file in files:
        config = merge(config, load_mapping(file))
    return config


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`over` laid upon `base`, section by section."""
    merged = copy.deepcopy(dict(base))
    for key, value in over.items():
        both = isinstance(value, Mapping) and isinstance(merged.get(key), Mapping)
        merged[key] = merge(merged[key], value) if both else copy.deepcopy(value)
    return merged


def without_dates(value: Any) -> Any:
    """The same values, but dates as text: Snakemake, unlike `load`, reads 2017-02-07 as a date."""
    match value:
        case Mapping():
            return {key: without_dates(each) for key, each in value.items()}
        case list():
            return [without_dates(each) for each in value]
        case date():
            return value.isoformat()
    return value


def check_section(section: str, values: Mapping[str, Any]) -> None:
    """Some values of a section of a setup, against the bounds of the schema."""
    part = {"$ref": f"#/$defs/setup/properties/{section}", "$defs": _schema()["$defs"]}
    if sentence := problem(part, values):
        raise OriginsError(sentence)


@cache
def _schema() -> dict[str, Any]:
    return yaml.safe_load(SCHEMA.read_text())


def _run(run: str | list[str]) -> list[str]:
    """The setups to run; on a command line they are one text, separated by commas."""
    names = [name.strip() for name in run.split(",")] if isinstance(run, str) else run
    if twice := [name for name in names if names.count(name) > 1]:
        raise OriginsError(f"config: run names {show(twice[0])} twice.")
    return names


def _check_sets(key: str, definition: Mapping[str, Any]) -> None:
    """Two sets that are compared must differ."""
    for one, other in (("S", "T"), ("A", "B")):
        if one in definition and other in definition and set(definition[one]) == set(definition[other]):
            raise OriginsError(f"config: {key}: {one} and {other} are the same words, so nothing can be measured.")


def _check_complete(name: str, setup: Mapping[str, Any], sections: Mapping[str, Any]) -> None:
    """A setup with its defaults must have every key of the schema but those that depend on the kind of corpus."""
    if "kind" not in setup.get("corpus", {}):
        raise OriginsError(f'config: setups.{name}.corpus needs "path" or "kind".')
    for section, schema in sections.items():
        if section in OPTIONAL:
            continue
        keys = [f"{section}.{key}" for key in schema.get("properties", {}) if key not in OPTIONAL]
        for key in keys if section in setup else [section]:
            if section not in setup or key.partition(".")[2] not in setup[section]:
                raise OriginsError(f"config: setups.{name}.{key} is missing, and so is defaults.{key}.")


def _tell_kind(key: str, setup: Mapping[str, Any]) -> None:
    """Fill in the kind of the corpus from its path, if the setup leaves it out."""
    corpus = setup.get("corpus", {})
    if "kind" not in corpus and "path" in corpus:
        try:
            corpus["kind"] = kind_of(Path(corpus["path"]))
        except (OriginsError, OSError) as error:
            raise OriginsError(f"config: {key}.corpus.path: {sentence_of(error) or error}") from None


def _check_setup(key: str, setup: Mapping[str, Any], metrics: Mapping[str, Any]) -> None:
    """What a schema cannot say: how the parts of a complete setup fit together."""
    corpus = setup["corpus"]
    sources = [name for name in ("path", "url") if name in corpus]
    kinds: dict[str, list[list[str]]] = {"starter": [[]], "wikimedia": [["path"], ["url"]]}
    allowed = kinds.get(corpus["kind"], [["path"]])
    if sources not in allowed:
        wanted = " or ".join(f'"{name}"' for source in allowed for name in source) or "neither path nor url"
        raise OriginsError(f"config: {key}.corpus of kind {corpus['kind']} takes {wanted}.")
    for low, high in (("min_tokens", "max_tokens"), ("min_letters", "max_letters")):
        if corpus[high] is not None and (corpus[low] or 0) > corpus[high]:
            raise OriginsError(f"config: {key}.corpus.{low} must be at most {high} ({corpus[high]}).")
    if problem := misplaced(corpus["kind"], corpus["fields"], corpus["metadata"]):
        raise OriginsError(f"config: {key}.{problem}")
    for metrics_key in METRICS:
        for metric in setup[metrics_key]:
            if metric == SHARED:
                raise OriginsError(
                    f"config: {key}.{metrics_key}: {show(metric)} is the name of a folder; choose another."
                )
            if metric not in metrics:
                raise OriginsError(
                    f"config: {key}.{metrics_key}: {show(metric)} is not a metric.{hint(metric, metrics)}"
                )
    if setup["lds"]["subsets"] and setup["lds"]["seeds"] > setup["glove"]["seeds"]:
        raise OriginsError(f"config: {key}.lds.seeds must be at most glove.seeds ({setup['glove']['seeds']}).")
    perturbation = setup["perturbation"]
    if other := [size for size in perturbation["ppmi_sizes"] or [] if size not in perturbation["sizes"]]:
        raise OriginsError(
            f"config: {key}.perturbation.ppmi_sizes: {other[0]} is not one of the sizes, with which it is compared."
        )
    for metric in perturbation["ppmi_metrics"] or []:
        if metric not in setup["metrics"] or metrics[metric]["kind"] != "weat":
            raise OriginsError(
                f"config: {key}.perturbation.ppmi_metrics: {show(metric)} is not a WEAT of this setup's metrics."
            )
    for metric in setup["curation"]["metrics"]:
        if metric not in [*setup["metrics"], *setup["further_metrics"]]:
            raise OriginsError(f"config: {key}.curation.metrics: {show(metric)} is not a metric of this setup.")
    if setup["curation"]["metrics"] and setup["curation"]["seeds"] > setup["glove"]["seeds"]:
        raise OriginsError(
            f"config: {key}.curation.seeds must be at most glove.seeds ({setup['glove']['seeds']}): retrains are "
            "compared with the baselines of the same seeds."
        )
    if both := [metric for metric in setup["further_metrics"] if metric in setup["metrics"]]:
        raise OriginsError(f"config: {key}.further_metrics: {both[0]} is one of the metrics already; name it once.")


def _check_names(metrics: Collection[str]) -> None:
    """A name like relearn_<another metric> would give two metrics the same file, here means_relearn_<...>.png."""
    for metric in metrics:
        prefix, _, rest = metric.partition("_")
        if prefix in IN_FILES and rest in metrics:
            raise OriginsError(
                f"config: metrics: {show(metric)} and {show(rest)} would share files; name the first otherwise."
            )


def _check_words(key: str, definition: Mapping[str, Any], tokenizer: Tokenizer) -> None:
    """Every word of a metric must be able to be a token of the corpus."""
    for name, words in definition.items():
        for number, word in enumerate(words if isinstance(words, list) else []):
            if reason := tokenizer.why_never(word):
                raise OriginsError(
                    f"config: {key}.{name}[{number}]: {show(word)} can never be a token: {reason}. Change the word, "
                    f"or how the corpus is tokenized (corpus.tokenizer: {tokenizer.kind})."
                )


def _possible(definition: Mapping[str, Any], tokenizer: Tokenizer) -> dict[str, Any]:
    """A metric without the words that no token can equal: built-in ones have words too long for some corpora."""
    return {
        key: [word for word in words if not tokenizer.why_never(word)] if isinstance(words, list) else words
        for key, words in definition.items()
    }


def check_sources(setups: Mapping[str, Mapping[str, Any]], results: Path) -> None:
    """The corpus must be there, unless what was made of it already is, and so must vectors of others."""
    for name, setup in setups.items():
        corpus = _made_from(results / name, "corpus/summary.json", "corpus", setup)
        for key in ("path", "metadata"):
            path = setup["corpus"].get(key)
            if path is None or path == corpus.get(key):
                continue
            if reason := _not_a_source(path):
                shown = path[:200] if path.isprintable() else repr(path[:200])
                raise OriginsError(
                    f"config: setups.{name}.corpus.{key}: {shown} {reason}; give the path of your corpus."
                )
        pretrained = _made_from(results / name, "tables/pretrained.csv", "pretrained", setup)
        for vectors, file in setup.get("pretrained", {}).items():
            if file != pretrained.get(vectors) and (reason := _not_a_source(file)):
                raise OriginsError(
                    f"config: setups.{name}.pretrained.{vectors}: {file} {reason}; give the path of the vectors."
                )


def recall(folder: Path) -> dict[str, Any]:
    """The complete settings of a setup, as its last run left them in results/<setup>."""
    file = folder / REMEMBERED
    if not file.exists():
        raise OriginsError(f"{folder} is not the folder results/<setup> of a run: it has no {REMEMBERED}.")
    settings = load(file)
    if folder.name not in settings.get("setups", {}):
        raise OriginsError(f"{file} has no setup {folder.name}; run the workflow on it again.")
    defaults = load(DEFAULT)["defaults"]  # of what did not exist yet when it ran
    return resolve({"defaults": defaults} | settings | {"run": [folder.name]})[folder.name]


def _made_from(folder: Path, file: str, section: str, setup: Mapping[str, Any]) -> Mapping[str, Any]:
    """The section of the settings with which a file in results/<setup> was made; empty if there is no such file."""
    if not (folder / file).exists():
        return {}
    if not (folder / REMEMBERED).exists():  # brought here without them, as kept results are
        return setup.get(section, {})
    return load(folder / REMEMBERED).get("setups", {}).get(folder.name, {}).get(section, {})


def _not_a_source(path: str) -> str | None:
    """Why a path cannot be read as a corpus, or None."""
    if UNSUPPORTED.search(path):
        return HAS_UNSUPPORTED
    try:
        mode = Path(path).stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return "does not exist"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    # a named pipe would be waited for without end
    return None if stat.S_ISREG(mode) or stat.S_ISDIR(mode) else "is neither a file nor a folder"
