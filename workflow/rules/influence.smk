"""The bias that every document adds."""


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
