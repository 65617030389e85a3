"""config.yaml: checked against its schema, each setup filled up with the defaults, errors in one sentence."""

import copy
import difflib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from origins.errors import OriginsError

SECTIONS = (
    "corpus", "vocabulary", "cooccurrence", "glove", "metrics", "further_metrics", "perturbation", "word2vec",
    "word_sets",
)  # fmt: skip


def project() -> Path:
    """The folder of config.yaml, Snakefile, workflow/ and profiles/: inside the installed package, or the checkout."""
    package = Path(__file__).parent
    installed = package / "_project"
    return installed if installed.exists() else package.parents[1]


SCHEMA = project() / "workflow" / "schemas" / "config.schema.yaml"
DEFAULT = project() / "config.yaml"

TYPES = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "null",
}


def resolve(config: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The setups that `run` names, complete: what a setup leaves out comes from `defaults`.

    A resolved setup has its metrics as mappings from name to definition instead of lists of names.
    """
    _check_schema(config)
    run = config["run"].split(",") if isinstance(config["run"], str) else config["run"]
    setups = {}
    for name in run:
        if name not in config["setups"]:
            raise OriginsError(f'run: "{name}" is not a setup.{_hint(name, config["setups"])}')
        setup = merge(config.get("defaults", {}), config["setups"][name])
        _check_setup(f"setups.{name}", setup, config["metrics"])
        for key in ("metrics", "further_metrics"):
            setup[key] = {metric: config["metrics"][metric] for metric in setup[key]}
        setups[name] = setup
    return setups


def load(*files: Path) -> dict[str, Any]:
    """Read configuration files, later ones over earlier ones, as Snakemake's --configfile does."""
    config: dict[str, Any] = {}
    for file in files:
        try:
            config = merge(config, yaml.safe_load(Path(file).read_text()) or {})
        except yaml.YAMLError as error:
            raise OriginsError(f"{file}: not valid YAML ({' '.join(str(error).split())}).") from error
    return config


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`over` laid upon `base`, section by section."""
    merged = copy.deepcopy(dict(base))
    for key, value in over.items():
        both = isinstance(value, Mapping) and isinstance(merged.get(key), Mapping)
        merged[key] = merge(merged[key], value) if both else copy.deepcopy(value)
    return merged


def _check_schema(config: Mapping[str, Any]) -> None:
    validator = Draft202012Validator(yaml.safe_load(SCHEMA.read_text()))
    if error := best_match(validator.iter_errors(config)):
        raise OriginsError(f"config: {_sentence(error)}")


def _sentence(error: ValidationError) -> str:
    """What is wrong with which key, in words."""
    key = _key(error.absolute_path)
    value: Any = error.instance
    wanted: Any = error.validator_value
    schema: Any = error.schema
    match error.validator:
        case "additionalProperties":
            known = schema["properties"]
            unknown = next(name for name in value if name not in known)
            return f"{_key([*error.absolute_path, unknown])} is not a known key.{_hint(str(unknown), known)}"
        case "required":
            return f'{key or "the file"} needs "{next(name for name in wanted if name not in value)}".'
        case "type":
            types = [wanted] if isinstance(wanted, str) else wanted
            # Snakemake reads all that is inside --config name='{...}' as text
            unread = isinstance(value, str) and re.fullmatch(r"[-+.\deE]+|true|false|null", value)
            hint = " Numbers inside --config '{...}' come as text: use a --configfile." if unread else ""
            return f"{key} must be {' or '.join(TYPES[name] for name in types)}, not {_show(value)}.{hint}"
        case "enum":
            return f"{key} must be one of {', '.join(wanted)}, not {_show(value)}.{_hint(str(value), wanted)}"
        case "minimum":
            return f"{key} must be at least {wanted}, not {_show(value)}."
        case "exclusiveMinimum":
            return f"{key} must be more than {wanted}, not {_show(value)}."
        case "maximum":
            return f"{key} must be at most {wanted}, not {_show(value)}."
        case "minItems" | "minProperties":
            return f"{key} must have at least {wanted} entries, not {len(value)}."
        case "contains":
            return f"{key} must name {wanted['const']}."
        case "uniqueItems":
            return f"{key} names {_show(next(item for item in value if value.count(item) > 1))} twice."
        case "pattern" if key.startswith("metrics.") and "[" in key:
            return f"{key} must be one word in lower-case letters, not {_show(value)}."
    return f"{key}: {error.message}."


def _check_setup(key: str, setup: Mapping[str, Any], metrics: Mapping[str, Any]) -> None:
    """What a schema cannot say: how the parts of a complete setup fit together."""
    for section in SECTIONS:
        if section not in setup:
            raise OriginsError(f"config: {key}.{section} is missing, and so is defaults.{section}.")
    corpus = setup["corpus"]
    if "kind" not in corpus:
        raise OriginsError(f'config: {key}.corpus needs "kind".')
    sources = [name for name in ("path", "url") if name in corpus]
    kinds: dict[str, list[list[str]]] = {"starter": [[]], "wikimedia": [["path"], ["url"]]}
    allowed = kinds.get(corpus["kind"], [["path"]])
    if sources not in allowed:
        wanted = " or ".join(f'"{name}"' for source in allowed for name in source) or "neither path nor url"
        raise OriginsError(f"config: {key}.corpus of kind {corpus['kind']} takes {wanted}.")
    for low, high in (("min_tokens", "max_tokens"), ("min_letters", "max_letters")):
        if corpus[high] is not None and corpus[low] > corpus[high]:
            raise OriginsError(f"config: {key}.corpus.{low} must be at most {high} ({corpus[high]}).")
    for metrics_key in ("metrics", "further_metrics"):
        for metric in setup[metrics_key]:
            if metric not in metrics:
                raise OriginsError(f'config: {key}.{metrics_key}: "{metric}" is not a metric.{_hint(metric, metrics)}')
    perturbation = setup["perturbation"]
    if other := [size for size in perturbation["ppmi_sizes"] or [] if size not in perturbation["sizes"]]:
        raise OriginsError(
            f"config: {key}.perturbation.ppmi_sizes: {other[0]} is not one of the sizes, with which it is compared."
        )
    for metric in perturbation["ppmi_metrics"] or []:
        if metric not in setup["metrics"] or metrics[metric]["kind"] != "weat":
            raise OriginsError(
                f"config: {key}.perturbation.ppmi_metrics: {metric} is not a WEAT of this setup's metrics."
            )
    if both := [metric for metric in setup["further_metrics"] if metric in setup["metrics"]]:
        raise OriginsError(f"config: {key}.further_metrics: {both[0]} is one of the metrics already; name it once.")


def check_sources(setups: Mapping[str, Mapping[str, Any]], results: Path) -> None:
    """The corpus must be there, unless what was made of it already is."""
    for name, setup in setups.items():
        path = setup["corpus"].get("path")
        if path and not Path(path).exists() and not (results / name / "corpus" / "summary.json").exists():
            raise OriginsError(
                f"config: setups.{name}.corpus.path: {path} does not exist; give the path of your corpus."
            )


def _key(path: Iterable[Any]) -> str:
    """setups.mine.glove.epochs, metrics.weat1.S[3]"""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


def _hint(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(known), n=1)
    return f' Did you mean "{close[0]}"?' if close else ""


def _show(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
