"""How few documents it takes to bring a bias to a target, by every way to choose them; off unless a setup asks for it."""


rule curation_ways:
    """The documents that every way removes, in order, and the bias predicted without them."""
    input:
        tokens=paths.tokens,
        table=paths.table,
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,
        embeddings=of_seeds(paths.baseline),
        scores=paths.scores,
        ppmi=ranking_of_ppmi,
    output:
        paths.curation_ways,
    log:
        "results/{setup}/logs/curation_ways_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/curation_ways_{metric}.tsv"
    priority: EARLY
    conda:
        "../../envs/origins.yaml"
    threads: 8
    resources:
        mem_mb=memory_of_curation,
        runtime=minutes_of_curation,
    params:
        code=code_of("curation_ways.py"),
        definition=definition,
        curation=settings("curation.target", "curation.step", "curation.shares", "curation.most"),
    script:
        "../scripts/curation_ways.py"


rule curated_set:
    """The first documents of one way, as a list of ids."""
    input:
        ways=lambda wildcards: paths.curation_ways.format(
            setup=wildcards.setup, metric=wildcards.family
        ),
    output:
        paths.set,
    log:
        "results/{setup}/logs/sets/{family}_{set}.log",
    benchmark:
        "results/{setup}/benchmarks/sets/{family}_{set}.tsv"
    wildcard_constraints:
        set=r"curated-[a-z]+-\d+",
    priority: EARLY
    localrule: True  # takes a second: not worth queueing
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("curated_set.py"),
    script:
        "../scripts/curated_set.py"


rule curation_table:
    """What retraining without each of the sets gives, and how many documents each way takes."""
    input:
        documents=paths.table,
        ways=paths.curation_ways,
        baselines=paths.baseline_bias,
        baseline_analogies="results/{setup}/tables/analogies.csv",
        vectors=retrains_of(curated_sets, paths.retrain),
        analogies=retrains_of(curated_sets, paths.retrain.replace(".npz", "-analogies.csv")),
    output:
        table=shown(
            "results/{setup}/tables/curation_{metric}.csv",
            "curation",
            "Tables",
            table="how few documents",
            metric="{metric}",
        ),
        answers="results/{setup}/tables/curation_answers_{metric}.csv",
    log:
        "results/{setup}/logs/curation_table_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/curation_table_{metric}.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("curation_table.py"),
        definition=definition,
        target=setting("curation.target"),
    script:
        "../scripts/curation_table.py"


rule curation_figure:
    """Documents removed against the bias reached, by every way."""
    input:
        table="results/{setup}/tables/curation_{metric}.csv",
        ways=paths.curation_ways,
    output:
        curation=drawn("curation", "Documents", metric="{metric}"),
    log:
        "results/{setup}/logs/curation_figure_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/curation_figure_{metric}.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("curation_figure.py"),
    script:
        "../scripts/curation_figure.py"
