"""The bias that every document adds, and how sure the bias itself is."""


rule score_documents:
    """Differential bias of every document with every baseline, and the co-occurrences behind it."""
    input:
        tokens=paths.tokens,
        table=paths.table,
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,
        embeddings=of_seeds(paths.baseline),
    output:
        parquet=paths.scores,
        csv="results/{setup}/scores/{metric}.csv",
        pairs="results/{setup}/tables/pairs_{metric}.csv",
        singular="results/{setup}/tables/singular_words_{metric}.csv",
        reranked="results/{setup}/tables/reranked_{metric}.csv",
    log:
        "results/{setup}/logs/score_documents_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/score_documents_{metric}.tsv"
    priority: EARLY
    conda:
        "../../envs/origins.yaml"
    threads: 8
    resources:
        mem_mb=memory_of_scoring,
        runtime=minutes_of_scoring,
    params:
        code=code_of("score_documents.py"),
        definition=definition,
    script:
        "../scripts/score_documents.py"


rule standard_errors:
    """Three standard errors of every metric's bias: over seeds, over documents, and given the contexts."""
    input:
        tokens=paths.tokens,
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,
        embeddings=of_seeds(paths.baseline),
        baselines=paths.baseline_bias,
        scores=of_metrics(paths.scores),
    output:
        paths.standard_errors,
    log:
        "results/{setup}/logs/standard_errors.log",
    benchmark:
        "results/{setup}/benchmarks/standard_errors.tsv"
    conda:
        "../../envs/origins.yaml"
    resources:
        mem_mb=memory_of_scoring,
    params:
        code=code_of("standard_errors.py"),
        metrics=setting("metrics"),
        resample_by=setting("metadata.resample_by"),
    script:
        "../scripts/standard_errors.py"
