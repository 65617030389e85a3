"""What the documents do to single words, and which kinds of documents do it (Sections 5.4 and 5.5)."""


rule projection:
    """The target words on the axis of the attribute words, before and after removing the largest sets."""
    input:
        vocabulary=paths.vocabulary,
        embeddings=of_seeds(paths.baseline),
        vectors=retrains_of(largest_sets, paths.retrain),
    output:
        csv="results/{setup}/tables/projection_{metric}.csv",
        pdf="results/{setup}/figures/projection_{metric}.pdf",
        png=shown(
            "results/{setup}/figures/projection_{metric}.png",
            "projection",
            "Words",
            figure="projection",
            metric="{metric}",
        ),
    log:
        "results/{setup}/logs/projection_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/projection_{metric}.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("projection.py"),
        definition=definition,
    script:
        "../scripts/projection.py"


rule sensitivity:
    """How far the targeted sets move each word among the metric's words, against its frequency."""
    input:
        vocabulary=paths.vocabulary,
        embeddings=of_seeds(paths.baseline),
        vectors=retrains_of(targeted_sets, paths.retrain),
    output:
        csv="results/{setup}/tables/sensitivity_{metric}.csv",
        fit="results/{setup}/tables/sensitivity_fit_{metric}.csv",
        pdf="results/{setup}/figures/sensitivity_{metric}.pdf",
        png=shown(
            "results/{setup}/figures/sensitivity_{metric}.png",
            "sensitivity",
            "Words",
            figure="frequency",
            metric="{metric}",
        ),
    log:
        "results/{setup}/logs/sensitivity_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/sensitivity_{metric}.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("sensitivity.py"),
        definition=definition,
    script:
        "../scripts/sensitivity.py"


rule secondary:
    """The most influential documents, and which of them have none of the target words."""
    input:
        scores=paths.scores,
        tokens=paths.tokens,
        vocabulary=paths.vocabulary,
    output:
        "results/{setup}/tables/secondary_{metric}.csv",
    log:
        "results/{setup}/logs/secondary_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/secondary_{metric}.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("secondary.py"),
        definition=definition,
    script:
        "../scripts/secondary.py"


rule metadata:
    """The bias that documents add by topic, source, month, or whatever the corpus knows of them."""
    input:
        scores=paths.scores,
        table=paths.table,
    output:
        csv="results/{setup}/tables/metadata_{metric}.csv",
        pdf="results/{setup}/figures/metadata_{metric}.pdf",
        png=shown(
            "results/{setup}/figures/metadata_{metric}.png",
            "metadata",
            "Documents",
            figure="by metadata",
            metric="{metric}",
        ),
    log:
        "results/{setup}/logs/metadata_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/metadata_{metric}.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("metadata.py"),
    script:
        "../scripts/metadata.py"
