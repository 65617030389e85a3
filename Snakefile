"""Understanding the origins of bias in word embeddings: from documents to figures, see README.md."""


configfile: f"{workflow.basedir}/config.yaml"


report: "workflow/report/workflow.rst"


include: "workflow/rules/common.smk"
include: "workflow/rules/corpus.smk"
include: "workflow/rules/cooccurrence.smk"
include: "workflow/rules/glove.smk"
include: "workflow/rules/influence.smk"
include: "workflow/rules/perturbation.smk"
include: "workflow/rules/evaluation.smk"
include: "workflow/rules/report.smk"


rule all:
    """Everything of the setups that `run` names."""
    default_target: True
    input:
        [results_of(setup) for setup in setups],


onstart:
    if workflow.is_main_process:  # not in the jobs of a cluster
        print(*plans(), sep="\n", file=sys.stderr, flush=True)


onsuccess:
    import json
    from origins import progress, summary

    for setup in setups if workflow.is_main_process else ():
        file = Path(paths.summary.format(setup=setup))
        if file.exists():  # not when only a part was asked for
            print(summary.describe(setup, json.loads(file.read_text())))
            print(*progress.headlines(Path("results") / setup), sep="\n")


onerror:
    from origins.workflow import reasons

    print(*reasons(Path("results"), since=STARTED), sep="\n", file=sys.stderr)
    print("origins: stopped. When that is mended, the same command continues.", file=sys.stderr)
