"""Shared by all rules: the checked configuration, the paths, and what makes a rule run again."""

import os
import re
import sys
import time
from pathlib import Path
from types import SimpleNamespace

STARTED = time.time()
ROOT = Path(workflow.basedir)
sys.path.insert(
    0, str(ROOT / "src")
)  # the library is used from the checkout, whatever is installed

from origins import config as configuration
from origins import dependencies
from origins.errors import OriginsError
from origins.workflow import prepare_environment

prepare_environment(results=Path("results"))
try:
    setups = configuration.resolve(config)
except OriginsError as error:
    sys.exit(f"origins: {error}")

paths = SimpleNamespace(
    documents="results/{setup}/corpus/documents.jsonl.gz",
    table="results/{setup}/corpus/documents.parquet",
    tokens="results/{setup}/corpus/tokens",
    vocabulary="results/{setup}/corpus/vocabulary.csv",
    summary="results/{setup}/corpus/summary.json",
    cooccurrence="results/{setup}/cooccurrence",
)


wildcard_constraints:
    setup="|".join(map(re.escape, setups)),


def setting(key):
    """The value at `section` or `section.name` of the job's own setup."""

    def lookup(wildcards):
        value = setups[wildcards.setup]
        for name in key.split("."):
            value = value[name]
        return value

    return lookup


def code_of(script):
    """A parameter that changes with the code a script runs, so that its rule runs again then, and only then."""
    return dependencies.digest(dependencies.code_of(ROOT / "workflow/scripts" / script))


def source_of(wildcards):
    """What the setup's corpus is read from, and where that is."""
    corpus = setups[wildcards.setup]["corpus"]
    if corpus["kind"] == "starter":
        return "data/starter"
    if "url" in corpus:
        return f"data/{wildcards.setup}/{Path(corpus['url']).name}"
    return corpus["path"]


def source_files(wildcards):
    """The files of the source, so that the corpus is read again when one of them changes."""
    pattern = {"text": "**/*.txt", "nitf": "**/*.tgz"}.get(setting("corpus.kind")(wildcards))
    source = source_of(wildcards)
    return sorted(map(str, Path(source).glob(pattern))) if pattern else source
