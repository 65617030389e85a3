"""Shared by all rules: the checked configuration, the paths, and what makes a rule run again."""

import json
import os
import re
import sys
import time
from pathlib import Path
from types import SimpleNamespace

STARTED = time.time()
ROOT = Path(workflow.basedir)
# The library is used from the checkout, whatever is installed.
sys.path.insert(0, str(ROOT / "src"))

from origins import config as configuration
from origins import dependencies
from origins import sets as experiment
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
    baseline="results/{setup}/baseline/embedding-{seed}.npz",
    baseline_bias="results/{setup}/tables/baseline_bias.csv",
    scores="results/{setup}/scores/{metric}.parquet",
    set="results/{setup}/sets/{family}/{set}.txt",
    predictions="results/{setup}/predictions/{metric}.csv",
    retrain="results/{setup}/retrains/{family}/{set}/{batch}.csv",
    explanations="results/{setup}/explanations/{metric}.json.gz",
)

EFFECT_FIGURES = ["means", "means_best", "targeted", "targeted_best", "random"]


wildcard_constraints:
    setup="|".join(map(re.escape, setups)),
    seed=r"\d+",
    batch=r"\d+",
    metric="|".join(
        sorted({re.escape(name) for setup in setups.values() for name in setup["metrics"]})
    ),


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


def shown(file, caption, category, **labels):
    """An output that `snakemake --report` shows, under a caption of workflow/report."""
    return report(file, caption=f"../report/{caption}.rst", category=category, labels=labels)


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


def of_seeds(pattern):
    """The files of all baseline seeds, 1 to glove.seeds."""
    return lambda wildcards: [
        pattern.format(setup=wildcards.setup, seed=seed)
        for seed in range(1, setting("glove.seeds")(wildcards) + 1)
    ]


def training_settings(wildcards):
    """What GloVe is told, apart from the seed."""
    settings = setting("glove")(wildcards)
    return {name: value for name, value in settings.items() if name != "seeds"}


def threads_of_training(wildcards):
    """One thread a training when there are trainings for all cores, else the cores shared among them."""
    return max(1, (workflow.cores or 1) // setting("glove.seeds")(wildcards))


def memory_of_training(wildcards, input):
    """Megabytes: 16 bytes a non-zero entry, and vectors, contexts and their squared gradients."""
    os.stat(
        input.cooccurrence
    )  # FileNotFoundError of an input tells Snakemake to ask again once it is there
    meta = json.loads(Path(input.cooccurrence, "meta.json").read_text())
    parameters = 4 * meta["words"] * (setting("glove.dimension")(wildcards) + 16)
    return 300 + int((16 * meta["nonzeros"] + 4 * 2 * parameters) / 1e6)


def sets_of_metric(wildcards):
    """The sets whose effect on a metric is predicted and measured: its own and the random ones."""
    families = {wildcards.metric, experiment.SHARED}
    return [
        paths.set.format(setup=wildcards.setup, family=family, set=name)
        for family, name in experiment.all_sets(setups[wildcards.setup])
        if family in families
    ]


def all_set_files(wildcards):
    """The lists of documents of every set."""
    return [
        paths.set.format(setup=wildcards.setup, family=family, set=name)
        for family, name in experiment.all_sets(setups[wildcards.setup])
    ]


def all_retrains(wildcards):
    """The measurements of every retrain of a setup."""
    setup = setups[wildcards.setup]
    return [
        paths.retrain.format(setup=wildcards.setup, family=family, set=name, batch=batch)
        for family, name in experiment.all_sets(setup)
        for batch in experiment.batches(setup["perturbation"])
    ]


def of_metrics(pattern):
    """The files of all metrics of the setup."""
    return lambda wildcards: [
        pattern.format(setup=wildcards.setup, metric=metric)
        for metric in setting("metrics")(wildcards)
    ]


def figures_of(setup):
    """The figures of a setup, by name."""
    by_metric = expand(
        "{figure}_{metric}",
        figure=["histogram", *EFFECT_FIGURES, "single_documents"],
        metric=setups[setup]["metrics"],
    )
    return ["baseline", *by_metric, "estimators", "convergence"]


def results_of(setup):
    """What the workflow makes of a setup."""
    metrics = setups[setup]["metrics"]
    return [
        f"results/{setup}/summary.md",
        f"results/{setup}/report/index.html",
        *expand(
            "results/{setup}/tables/{table}.csv", setup=setup, table=["baseline", "welch", "sets"]
        ),
        *expand("results/{setup}/tables/influential_{metric}.csv", setup=setup, metric=metrics),
        *expand("results/{setup}/figures/{figure}.png", setup=setup, figure=figures_of(setup)),
    ]


def plans():
    """What the run is about to do, a line a setup, with an estimate of its time."""
    from origins import progress

    batches = {name: experiment.batches(setup["perturbation"]) for name, setup in setups.items()}
    trainings = {name: {"baseline": 0, "retrain": 0} for name in setups}
    for job in workflow.dag.needrun_jobs():
        if job.rule.name == "train_baseline":
            trainings[job.wildcards.setup]["baseline"] += 1
        elif job.rule.name == "retrain":
            seeds = batches[job.wildcards.setup][int(job.wildcards.batch)]
            trainings[job.wildcards.setup]["retrain"] += len(seeds)
    for name, setup in setups.items():
        meta = Path(paths.cooccurrence.format(setup=name), "meta.json")
        if counted := meta.exists():
            nonzeros = json.loads(meta.read_text())["nonzeros"]
        else:
            files = source_files(SimpleNamespace(setup=name))
            files = [Path(file) for file in ([files] if isinstance(files, str) else files)]
            nonzeros = progress.expected_nonzeros(setup, files)
        yield progress.plan(
            name, setup, trainings[name], nonzeros, counted, workflow.resource_settings.cores or 1
        )
