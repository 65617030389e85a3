"""Co-occurrence counts."""


rule cooccurrence:
    """Count co-occurrences exactly, in units of 1/lcm(1..window); stops if the settings do not suit the corpus."""
    input:
        tokens=paths.tokens,
        table=paths.table,
        vocabulary=paths.vocabulary,
    output:
        directory(paths.cooccurrence),
    log:
        "results/{setup}/logs/cooccurrence.log",
    benchmark:
        "results/{setup}/benchmarks/cooccurrence.tsv"
    conda:
        "../../envs/origins.yaml"
    threads: 8
    resources:
        mem_mb=memory_of_cooccurrence,
        runtime=minutes("tokens", 30),
        working_mb=setting("cooccurrence.memory_mb"),
    params:
        code=code_of("cooccurrence.py"),
        window=setting("cooccurrence.window"),
    script:
        "../scripts/cooccurrence.py"
