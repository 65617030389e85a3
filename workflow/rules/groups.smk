"""Groups of documents that the config defines by their metadata: predicted, retrained and compared by themselves."""


rule group_set:
    """All documents with some metadata, as a list of ids."""
    input:
        table=paths.table,
    output:
        "results/{setup}/sets/shared/group-{group}.txt",
    log:
        "results/{setup}/logs/sets/shared_group-{group}.log",
    benchmark:
        "results/{setup}/benchmarks/sets/shared_group-{group}.tsv"
    wildcard_constraints:
        group=r"[A-Za-z0-9_-]+",
    priority: EARLY
    localrule: True  # takes a second: not worth queueing
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("group_set.py"),
        where=lambda wildcards: setting("perturbation.groups")(wildcards)[wildcards.group],
    script:
        "../scripts/group_set.py"


rule predict_groups:
    """The bias after removing each group, predicted by every estimator with every baseline."""
    input:
        tokens=paths.tokens,
        table=paths.table,
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,
        embeddings=of_seeds(paths.baseline),
        sets=group_files,
    output:
        "results/{setup}/predictions/groups/{metric}.csv",
    log:
        "results/{setup}/logs/predict_groups_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/predict_groups_{metric}.tsv"
    priority: EARLY
    conda:
        "../../envs/origins.yaml"
    threads: 8
    resources:
        mem_mb=memory_of_scoring,
        runtime=minutes_of_scoring,
    params:
        code=code_of("predict_sets.py"),
        definition=definition,
        summed=[PAPER],
    script:
        "../scripts/predict_sets.py"


rule measure_groups:
    """The bias by every metric in every embedding trained without a group."""
    input:
        vectors=retrains_of(group_sets, paths.retrain),
    output:
        "results/{setup}/tables/group_retrains.csv",
    log:
        "results/{setup}/logs/measure_groups.log",
    benchmark:
        "results/{setup}/benchmarks/measure_groups.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("measure_retrains.py"),
        metrics=all_metrics,
    script:
        "../scripts/measure_retrains.py"


rule groups:
    """What removing each group does to every metric: predicted by each estimator, and retrained."""
    input:
        table=paths.table,
        sets=group_files,
        baselines=paths.baseline_bias,
        predictions=of_metrics("results/{setup}/predictions/groups/{metric}.csv", traced),
        retrains="results/{setup}/tables/group_retrains.csv",
    output:
        shown("results/{setup}/tables/groups.csv", "groups", "Tables", table="whole groups removed"),
    log:
        "results/{setup}/logs/groups.log",
    benchmark:
        "results/{setup}/benchmarks/groups.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("groups.py"),
    script:
        "../scripts/groups.py"
