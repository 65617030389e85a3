"""Shared by all rules: the validated configuration, the paths, and what makes a rule run again."""

import json
import os
import re
import sys
import time
from pathlib import Path
from types import SimpleNamespace

STARTED = time.time()
ROOT = Path(workflow.basedir)
# In a checkout the library is used from there, whatever is installed.
sys.path.insert(0, str(ROOT / "src"))

from origins import config as configuration
from origins.experiment import sets as experiment
from origins.errors import OriginsError
from origins.experiment.vectors import asked_of
from origins.runtime import dependencies, locks
from origins.runtime.job import prepare_environment

prepare_environment(results=Path("results"))
try:
    setups = configuration.resolve(config)
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
    scores="results/{setup}/scores/{metric}.parquet",
    set="results/{setup}/sets/{family}/{set}.txt",
    predictions="results/{setup}/predictions/{metric}.csv",
    retrain="results/{setup}/retrains/{family}/{set}/{batch}.npz",
    retrains="results/{setup}/tables/retrains.csv",
    truth="results/{setup}/tables/truth.csv",
    ppmi="results/{setup}/ppmi/{metric}.parquet",
    ppmi_sets="results/{setup}/ppmi/sets_{metric}.csv",
    word2vec_baseline="results/{setup}/word2vec/baseline/{batch}.npz",
    word2vec="results/{setup}/word2vec/{family}/{set}/{batch}.npz",
    word2vec_bias="results/{setup}/tables/word2vec.csv",
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


def all_metrics(wildcards):
    """The metrics measured in every embedding: those of the experiment and the further ones."""
    return setting("metrics")(wildcards) | setting("further_metrics")(wildcards)


def definition(wildcards):
    """The job's own metric, as the config defines it."""
    return all_metrics(wildcards)[wildcards.metric]


def words_to_keep(file):
    """The words whose vectors a training keeps: those of all metrics, or all words.

    If a file was made for these words and more, it stays as it is: dropping a metric retrains nothing.
    """

    def words(wildcards):
        if setting("perturbation.keep_vectors")(wildcards):
            return []
        needed = {
            word
            for definition in all_metrics(wildcards).values()
            for key, words in definition.items()
            if key != "kind"
            for word in words
        }
        asked = asked_of(file.format(**wildcards))
        return asked if asked and needed <= set(asked) else sorted(needed)

    return words


def weats(setup):
    """The metrics of the experiment that can be measured in any representation."""
    return [name for name, spec in setups[setup]["metrics"].items() if spec["kind"] == "weat"]


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
        return f"data/{wildcards.setup}/{Path(corpus['url']).name}"
    return corpus["path"]


def source_files(wildcards):
    """The files of the source, so that the corpus is read again when one of them changes."""
    patterns = {"text": "**/*.txt", "nitf": "**/*.tgz", "wikiextractor": "**/wiki_[0-9]*"}
    pattern = patterns.get(setting("corpus.kind")(wildcards))
    source = source_of(wildcards)
    return sorted(map(str, Path(source).glob(pattern))) if pattern else source


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


def sets_of_metric(sets):
    """The files of a metric's own sets and of the random ones, among those that `sets` names for a setup."""

    def files(wildcards):
        families = {wildcards.metric, experiment.SHARED}
        return [
            paths.set.format(setup=wildcards.setup, family=family, set=each)
            for family, each in sets(setups[wildcards.setup])
            if family in families
        ]

    return files


def batches_of_retrains(setup, family, chosen):
    """The seeds a set is retrained with, by job."""
    seeds = experiment.retrains(setups[setup], family, chosen)
    return experiment.batches(seeds, setups[setup]["perturbation"]["seeds_per_job"])


def batches_of_job(wildcards):
    """The same for the set that a job's wildcards name."""
    chosen = experiment.DocumentSet.parse(wildcards.set)
    return batches_of_retrains(wildcards.setup, wildcards.family, chosen)


def batches_of_word2vec(setup):
    """The seeds of word2vec, by job."""
    per_job = setups[setup]["perturbation"]["seeds_per_job"]
    return experiment.batches(setups[setup]["word2vec"]["seeds"], per_job)


def retrains_of(sets, pattern):
    """One file per retrain of the sets that `sets` returns with their families."""
    return lambda wildcards: [
        pattern.format(setup=wildcards.setup, family=family, set=each, batch=batch)
        for family, each in sets(wildcards)
        for batch in batches_of_retrains(wildcards.setup, family, each)
    ]


def every_set(wildcards):
    """All sets that GloVe is retrained without."""
    return experiment.all_sets(setups[wildcards.setup])


def targeted_sets(wildcards):
    """The paper's increase and decrease sets of the job's own metric."""
    chosen = experiment.targeted(setting("perturbation")(wildcards))
    return [(wildcards.metric, each) for each in chosen]


def largest_sets(wildcards):
    """The largest increase and the largest decrease set of the job's own metric."""
    largest = max(setting("perturbation.sizes")(wildcards))
    return [(family, each) for family, each in targeted_sets(wildcards) if each.size == largest]


def word2vec_baselines(pattern):
    """One file per job that trains word2vec on the whole corpus."""
    return lambda wildcards: [
        pattern.format(setup=wildcards.setup, batch=batch)
        for batch in batches_of_word2vec(wildcards.setup)
    ]


def word2vec_retrains(pattern):
    """One file per job that trains word2vec without a set."""
    return lambda wildcards: [
        pattern.format(setup=wildcards.setup, family=family, set=each, batch=batch)
        for family, each in experiment.transfer_sets(setups[wildcards.setup])
        for batch in batches_of_word2vec(wildcards.setup)
    ]


def of_metrics(pattern, names=lambda setup: setups[setup]["metrics"]):
    """The files of all metrics of the experiment, or of those that `names` picks."""
    return lambda wildcards: [
        pattern.format(setup=wildcards.setup, metric=metric) for metric in names(wildcards.setup)
    ]


def figures_of(setup):
    """The figures of a setup, by name."""
    metrics, further = list(setups[setup]["metrics"]), list(setups[setup]["further_metrics"])

    def named(figures, of):
        return expand("{figure}_{metric}", figure=figures, metric=of)

    return [
        "baseline",
        *named(["histogram", "metadata"], metrics + further),
        *named(EFFECT_FIGURES, metrics),
        *named(WEAT_FIGURES, weats(setup)),
        *WORD_SET_FIGURES,
        "estimators",
        "convergence",
    ]


def comparable(wildcards):
    """The metrics whose word sets have the size of the random ones, which are then a null for them."""
    size = setting("word_sets.size")(wildcards)
    return [
        name
        for name in weats(wildcards.setup)
        if all(len(setting("metrics")(wildcards)[name][key]) == size for key in "STAB")
    ]


def page_figures(names):
    """The figures beside the page, by the names that `names` gives for a setup."""
    return lambda wildcards: [
        f"results/{wildcards.setup}/figures/{name}.{kind}"
        for name in names(wildcards.setup)
        for kind in ("png", "pdf")
    ]


def tables_and_figures(setup):
    """The tables and figures of a setup, and the comparison with the paper."""
    folder = f"results/{setup}"
    tables = ["baseline", "welch", "sets", "transfer", "ppmi_comparison", "rankings"]
    traced = [*setups[setup]["metrics"], *setups[setup]["further_metrics"]]
    tables += expand("{table}_{metric}", table=["influential", "secondary"], metric=traced)
    by_ppmi = [
        name for name in weats(setup) if experiment.PPMI in experiment.rankings(setups[setup], name)
    ]
    tables += expand("ppmi_overlap_{metric}", metric=by_ppmi)
    return [
        f"{folder}/summary.md",
        *expand(f"{folder}/tables/{{table}}.csv", table=tables),
        *expand(f"{folder}/figures/{{figure}}.png", figure=figures_of(setup)),
    ]


def results_of(setup):
    """Everything that the workflow makes of a setup."""
    return [*tables_and_figures(setup), f"results/{setup}/report/index.html"]


def makers():
    """The outputs and log of each rule, so that the manifest can say what made a file."""
    return [
        {
            "name": rule.name,
            "outputs": [str(file) for file in rule.output],
            "log": str(rule.log[0]),
            "code": rule.params.get("code"),
        }
        for rule in workflow.rules
        if rule.output
    ]


def check_settings():
    """Stop if settings do not suit a corpus that stays as it is; a new one is checked before it is counted."""
    from origins.experiment import suitability

    new = {job.wildcards.setup for job in workflow.dag.needrun_jobs() if job.rule.name == "tokens"}
    for name in setups.keys() - new:
        files = (Path(path.format(setup=name)) for path in (paths.table, paths.vocabulary))
        try:
            suitability.check(name, setups[name], *files)
        except FileNotFoundError:  # not needed for what was asked
            continue
        except OriginsError as error:
            sys.exit(f"origins: {error}")


def plans():
    """What the run is about to do, one line per setup, with an estimate of the time."""
    from origins.report import progress

    trainings = {name: {"baseline": 0, "retrain": 0, "word2vec": 0} for name in setups}
    for job in workflow.dag.needrun_jobs():
        if "setup" not in job.wildcards_dict:
            continue
        setup, batch = job.wildcards.setup, int(job.wildcards_dict.get("batch", 0))
        match job.rule.name:
            case "train_baseline":
                trainings[setup]["baseline"] += 1
            case "retrain":
                trainings[setup]["retrain"] += len(batches_of_job(job.wildcards)[batch])
            case "word2vec" | "word2vec_baseline":
                trainings[setup]["word2vec"] += len(batches_of_word2vec(setup)[batch])
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
