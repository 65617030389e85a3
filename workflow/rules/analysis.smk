"""What the documents do to single words, and which kinds of documents do it (Sections 5.4 and 5.5)."""


rule projection:
    """The target words on the axis of the attribute words, before and after removing the largest sets."""
    input:
        vocabulary=paths.vocabulary,
        embeddings=of_seeds(paths.baseline),
        vectors=retrains_of(largest_sets, paths.retrain),
    output:
        "results/{setup}/tables/projection_{metric}.csv",
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


rule projection_figure:
    """The target words on the axis of the attribute words."""
    input:
        table="results/{setup}/tables/projection_{metric}.csv",
    output:
        pdf="results/{setup}/figures/projection_{metric}.pdf",
        png=shown(
            "results/{setup}/figures/projection_{metric}.png",
            "projection",
            "Words",
            figure="projection",
            metric="{metric}",
        ),
    log:
        "results/{setup}/logs/projection_figure_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/projection_figure_{metric}.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("projection_figure.py"),
        definition=definition,
    script:
        "../scripts/projection_figure.py"


rule frequency:
    """How far the largest sets move each target word on the axis, and how well its frequency tells."""
    input:
        table="results/{setup}/tables/projection_{metric}.csv",
    output:
        table="results/{setup}/tables/frequency_{metric}.csv",
        fit="results/{setup}/tables/frequency_fit_{metric}.csv",
    log:
        "results/{setup}/logs/frequency_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/frequency_{metric}.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("frequency.py"),
    script:
        "../scripts/frequency.py"


rule frequency_figure:
    """How far the largest sets move each target word on the axis, against its frequency."""
    input:
        table="results/{setup}/tables/frequency_{metric}.csv",
        fit="results/{setup}/tables/frequency_fit_{metric}.csv",
    output:
        pdf="results/{setup}/figures/frequency_{metric}.pdf",
        png=shown(
            "results/{setup}/figures/frequency_{metric}.png",
            "frequency",
            "Words",
            figure="frequency",
            metric="{metric}",
        ),
    log:
        "results/{setup}/logs/frequency_figure_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/frequency_figure_{metric}.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("frequency_figure.py"),
    script:
        "../scripts/frequency_figure.py"


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
