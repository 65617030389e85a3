"""Understanding the origins of bias in word embeddings, from documents to figures. See README.md."""


configfile: f"{workflow.basedir}/config.yaml"


report: "workflow/report/workflow.rst"


include: "workflow/rules/common.smk"
include: "workflow/rules/sets.smk"
include: "workflow/rules/targets.smk"
include: "workflow/rules/resources.smk"
include: "workflow/rules/corpus.smk"
include: "workflow/rules/cooccurrence.smk"
include: "workflow/rules/glove.smk"
include: "workflow/rules/influence.smk"
include: "workflow/rules/perturbation.smk"
include: "workflow/rules/groups.smk"
include: "workflow/rules/replay.smk"
include: "workflow/rules/evaluation.smk"
include: "workflow/rules/lds.smk"
include: "workflow/rules/intervals.smk"
include: "workflow/rules/transfer.smk"
include: "workflow/rules/curation.smk"
include: "workflow/rules/analysis.smk"
include: "workflow/rules/figures.smk"
include: "workflow/rules/report.smk"
include: "workflow/rules/verification.smk"


rule trace:
    """The answer without the proof: baselines, what every document does, and the page. Retrains nothing."""
    input:
        expand(paths.trace, setup=setups),


rule figures:
    """Every table and figure, and the comparison with the paper, without the page."""
    input:
        [tables_and_figures(setup) for setup in setups],


rule lds:
    """The linear datamodeling score of the setups that ask for subsets."""
    input:
        lds_results,


rule curation:
    """How few documents take the metrics to the target that `curation` names; makes only what this needs."""
    input:
        lambda wildcards: required(
            [file for setup in setups for file in curation_of(setup)],
            "curation: no setup of this run names metrics; set curation.metrics.",
        ),


rule all:
    """Everything, for the setups that `run` names."""
    default_target: True
    input:
        [results_of(setup) for setup in setups],
        expand("results/{setup}/manifest.json", setup=setups),


onstart:
    if Path("results").exists() and not os.access("results", os.W_OK):
        sys.exit(
            "origins: results: this folder is not writable; make it writable and run again."
        )
    # or Snakemake looks at all waiting jobs every second, once for every job that has ended
    if workflow.local_exec:
        workflow.scheduler.job_rate_limiter = None
    if workflow.is_main_process:  # not in the jobs of a cluster
        check_settings()
        remember_settings()
        print(*plans(), sep="\n", file=sys.stderr, flush=True)


onsuccess:
    import json
    from origins.experiment import corpus_summary
    from origins.report import progress

    for setup in setups if workflow.is_main_process else ():
        file = Path(paths.summary.format(setup=setup))
        if file.exists():  # not when less was asked for
            print(corpus_summary.describe(setup, json.loads(file.read_text())))
            print(*progress.headlines(Path("results") / setup), sep="\n")
            progress.lead_on(Path("results") / setup)


onerror:
    from origins.runtime.job import reasons

    found = reasons(Path("results"), since=STARTED)
    what = (
        "Fix the error below"
        if found
        else "A job was killed, or failed without an error message"
    )
    print(f"Stopped. {what}; the same command resumes.", *found, sep="\n", file=sys.stderr)
