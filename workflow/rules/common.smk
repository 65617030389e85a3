"""Shared by all rules: the validated configuration, the paths, and what makes a rule run again."""

import json
import os
import re
import sys
import time
from functools import cache
from pathlib import Path
from types import SimpleNamespace

STARTED = time.time()
ROOT = Path(workflow.basedir)
# In a checkout the library is used from there, whatever is installed.
sys.path.insert(0, str(ROOT / "src"))

from origins import config as configuration
from origins.experiment import sets as experiment
from origins.errors import OriginsError, sentence_of
from origins.experiment.vectors import asked_of
from origins.influence.names import NOT_ADDITIVE, PAPER
from origins.metrics.library import words_of
from origins.runtime import dependencies, locks, machine
from origins.runtime.job import prepare_environment

prepare_environment(results=Path("results"))
try:
    if workflow.is_main_process:  # not again in every job
        configuration.load(
            *workflow.configfiles
        )  # finds what Snakemake lets pass, such as a key that occurs twice
    setups = configuration.resolve(configuration.without_dates(config))
    if workflow.is_main_process:
        configuration.check_sources(setups, Path("results"))
except OriginsError as error:
    sys.exit(f"origins: {error}")
if workflow.is_main_process and locks.enter_folder(Path(".snakemake")):
    print(
        "origins: another run is at work in this folder; wait for it to finish.",
        file=sys.stderr,
    )

paths = SimpleNamespace(
    documents="results/{setup}/corpus/documents.jsonl.gz",
    table="results/{setup}/corpus/documents.parquet",
    tokens="results/{setup}/corpus/tokens",
    vocabulary="results/{setup}/corpus/vocabulary.csv",
    summary="results/{setup}/corpus/summary.json",
    cooccurrence="results/{setup}/cooccurrence",
    baseline="results/{setup}/baseline/embedding-{seed}.npz",
    baseline_vectors="results/{setup}/baseline/vectors/{seed}.npz",
    baseline_bias="results/{setup}/tables/baseline_bias.csv",
    null="results/{setup}/tables/null.csv",
    standard_errors="results/{setup}/tables/standard_errors.csv",
    scores="results/{setup}/scores/{metric}.parquet",
    set="results/{setup}/sets/{family}/{set}.txt",
    predictions="results/{setup}/predictions/{metric}.csv",
    retrain="results/{setup}/retrains/{family}/{set}/{batch}.npz",
    retrains="results/{setup}/tables/retrains.csv",
    truth="results/{setup}/tables/truth.csv",
    curation_ways="results/{setup}/tables/curation_ways_{metric}.csv",
    coverage="results/{setup}/tables/intervals.csv",
    bootstrap="results/{setup}/tables/bootstrap.csv",
    resample="results/{setup}/bootstrap/{number}/vectors.npz",
    ppmi="results/{setup}/ppmi/{metric}.parquet",
    ppmi_sets="results/{setup}/ppmi/sets_{metric}.csv",
    word2vec_baseline="results/{setup}/word2vec/baseline/{batch}.npz",
    word2vec="results/{setup}/word2vec/{family}/{set}/{batch}.npz",
    word2vec_bias="results/{setup}/tables/word2vec.csv",
    lds_predictions="results/{setup}/lds/predictions_{metric}.csv",
    lds_retrains="results/{setup}/lds/retrains.csv",
    lds="results/{setup}/tables/lds.csv",
    explanations="results/{setup}/explanations/{metric}.json.gz",
    trace="results/{setup}/trace/index.html",
)

EFFECT_FIGURES = [
    "means",
    "means_relearn",
    "targeted",
    "targeted_relearn",
    "random",
    "single_documents",
]
WORD_SET_FIGURES = ["word_sets_ppmi", "word_sets_word2vec"]
WEAT_FIGURES = ["transfer", "projection", "frequency"]


wildcard_constraints:
    setup="|".join(map(re.escape, setups)),
    seed=r"\d+",
    batch=r"\d+",
    metric="|".join(
        sorted(
            {
                re.escape(name)
                for setup in setups.values()
                for name in [*setup["metrics"], *setup["further_metrics"]]
            }
        )
    ),


def setting(key):
    """The value at `section` or `section.name` of the job's own setup."""

    def lookup(wildcards):
        value = setups[wildcards.setup]
        for name in key.split("."):
            value = value[name]
        return value

    return lookup


def settings(*keys):
    """Several settings as one parameter, by the last part of their keys.

    Snakemake compares the parameters of a rule as a set of values without names. Of two that are equal, or that could
    change places, it would miss the change.
    """
    return lambda wildcards: {key.split(".")[-1]: setting(key)(wildcards) for key in keys}


def all_metrics(wildcards):
    """The metrics measured in every embedding: those of the experiment and the further ones."""
    return setting("metrics")(wildcards) | setting("further_metrics")(wildcards)


def definition(wildcards):
    """The job's own metric, as the config defines it."""
    return all_metrics(wildcards)[wildcards.metric]


# What Snakemake compares and what the job trains must agree, though it removes the file before the job.
asked_before = cache(asked_of)


def words_to_keep(file):
    """The words whose vectors a training keeps: those of all metrics, or all words.

    If a file was made for these words and more, it stays as it is: dropping a metric retrains nothing.
    """

    def words(wildcards):
        if setting("perturbation.keep_vectors")(wildcards):
            return []
        needed = {word for each in all_metrics(wildcards).values() for word in words_of(each)}
        asked = asked_before(file.format(**wildcards))
        if asked == []:  # every word
            return []
        return asked if asked and needed <= set(asked) else sorted(needed)

    return words


def weats(setup):
    """The metrics of the experiment that can be measured in any representation."""
    return [name for name, spec in setups[setup]["metrics"].items() if spec["kind"] == "weat"]


def by_ppmi(setup):
    """The metrics for which PPMI chooses sets, too."""
    return [
        name for name in weats(setup) if experiment.PPMI in experiment.rankings(setups[setup], name)
    ]


def given_configfiles():
    """The config files of the command line, relative to where it was run."""
    return [os.path.relpath(file) for file in workflow.overwrite_configfiles]


def code_of(script):
    """A parameter that changes with what a script's code does, so that its rule runs again then, and only then."""
    return dependencies.digest(dependencies.code_of(ROOT / "workflow/scripts" / script))


def shown(file, caption, category, **labels):
    """An output that `snakemake --report` shows, under a caption of workflow/report."""
    return report(file, caption=f"../report/{caption}.rst", category=category, labels=labels)


def drawn(name, category, **labels):
    """A figure as PDF and as PNG, named by what it shows; `snakemake --report` shows the PNG."""
    caption = "word_sets" if name.startswith("word_sets") else name
    file = f"results/{{setup}}/figures/{name}" + ("_{metric}" if "metric" in labels else "")
    labels = {"figure": name.replace("_", " "), **labels}
    return [f"{file}.pdf", shown(f"{file}.png", caption, category, **labels)]


def source_of(wildcards):
    """The path that the setup's corpus is read from."""
    corpus = setups[wildcards.setup]["corpus"]
    if corpus["kind"] == "starter":
        return "data/starter"
    if "url" in corpus:
        return f"data/{wildcards.setup}/{dump_of(corpus)}"
    return corpus["path"]


def dump_of(corpus):
    """The name of the file at the corpus's address."""
    return re.split("[?#]", corpus["url"])[0].rpartition("/")[2]


def source_files(wildcards):
    """The files of the source, so that the corpus is read again when one of them changes."""
    month = "[0-9][0-9][0-9][0-9]/[0-9][0-9]*"  # of the New York Times: an archive or a folder
    folders = {
        "text": ["**/*.[tT][xX][tT]"],
        "nitf": [month, f"data/{month}"],
        "wikiextractor": ["**/wiki_[0-9]*"],
    }
    kind = setting("corpus.kind")(wildcards)
    patterns = folders.get(kind, [])
    source, metadata = source_of(wildcards), setting("corpus.metadata")(wildcards)
    # Snakemake would wait for a pipe; the reader refuses it
    found = (each for pattern in patterns for each in Path(source).glob(pattern))
    files = sorted(str(each) for each in found if each.is_file() or kind == "nitf")
    if odd := [file for file in files if configuration.UNSUPPORTED.search(file)]:
        sys.exit(f"origins: {odd[0]!r} {configuration.HAS_UNSUPPORTED}; rename it.")
    if not files:
        # what was made of a folder stays when that is emptied: a missing input is no reason to make it again
        made = patterns and Path(paths.documents.format(setup=wildcards.setup)).exists()
        files = [f"{source}/{patterns[0]}" if made else source]
    return [*files, metadata] if metadata else files


def of_seeds(pattern):
    """The files of all baseline seeds, 1 to glove.seeds."""
    return lambda wildcards: [
        pattern.format(setup=wildcards.setup, seed=seed)
        for seed in range(1, setting("glove.seeds")(wildcards) + 1)
    ]


def training_settings(wildcards):
    """GloVe's hyper-parameters, without the seeds."""
    settings = setting("glove")(wildcards)
    return {name: value for name, value in settings.items() if name != "seeds"}


def word2vec_settings(wildcards):
    """word2vec's hyper-parameters, without the seeds; dimension and window are GloVe's."""
    return {
        "dimension": setting("glove.dimension")(wildcards),
        "window": setting("cooccurrence.window")(wildcards),
        "epochs": setting("word2vec.epochs")(wildcards),
        "negative": setting("word2vec.negative")(wildcards),
    }


def of_metrics(pattern, names=lambda setup: setups[setup]["metrics"]):
    """The files of all metrics of the experiment, or of those that `names` picks."""
    return lambda wildcards: [
        pattern.format(setup=wildcards.setup, metric=metric) for metric in names(wildcards.setup)
    ]
