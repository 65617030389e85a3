"""What the documents do to single words, and which kinds of documents do it (Sections 5.4 and 5.5)."""


rule projection:
    """The target words on the axis of the attribute words, before and after removing the largest sets."""
    input:
        vocabulary=paths.vocabulary,
        baselines=of_seeds(paths.baseline_vectors),
        retrains=retrains_of(largest_sets, paths.retrain),
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


rule frequency:
    """How far the largest sets move each target word on the axis, and how well its frequency predicts that."""
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


rule document_tables:
    """Tables about all documents: the most influential ones and what they contain, the histogram of Δ, Δ by metadata."""
    input:
        scores=paths.scores,
        baselines=paths.baseline_bias,
        tokens=paths.tokens,
        table=paths.table,
        vocabulary=paths.vocabulary,
    output:
        influential=shown(
            "results/{setup}/tables/influential_{metric}.csv",
            "influential",
            "Documents",
            figure="the most influential",
            metric="{metric}",
        ),
        markdown="results/{setup}/tables/influential_{metric}.md",
        secondary="results/{setup}/tables/secondary_{metric}.csv",
        histogram="results/{setup}/tables/histogram_{metric}.csv",
        metadata="results/{setup}/tables/metadata_{metric}.csv",
    log:
        "results/{setup}/logs/document_tables_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/document_tables_{metric}.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("document_tables.py"),
        definition=definition,
        metadata=setting("metadata"),
    script:
        "../scripts/document_tables.py"


rule pretrained:
    """Every metric in vectors that others trained."""
    input:
        vectors=lambda wildcards: list(setting("pretrained")(wildcards).values()),
    output:
        "results/{setup}/tables/pretrained.csv",
    log:
        "results/{setup}/logs/pretrained.log",
    benchmark:
        "results/{setup}/benchmarks/pretrained.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("pretrained.py"),
        metrics=all_metrics,
        files=setting("pretrained"),
    script:
        "../scripts/pretrained.py"


rule crossed:
    """Every two metrics against each other: which documents change both, and in which direction."""
    input:
        scores=of_metrics(paths.scores, traced),
    output:
        pairs=shown(
            "results/{setup}/tables/crossed.csv", "crossed", "Tables", table="two metrics crossed"
        ),
        documents="results/{setup}/tables/crossed_documents.csv",
    log:
        "results/{setup}/logs/crossed.log",
    benchmark:
        "results/{setup}/benchmarks/crossed.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("crossed.py"),
        metrics=lambda wildcards: traced(wildcards.setup),
    script:
        "../scripts/crossed.py"
