"""Baseline embeddings and the bias measured in them."""


rule train_baseline:
    """Train GloVe with one seed; a killed training resumes from its last checkpoint."""
    input:
        cooccurrence=paths.cooccurrence,
        vocabulary=paths.vocabulary,
    output:
        paths.baseline,
    log:
        "results/{setup}/logs/train_baseline_{seed}.log",
    benchmark:
        "results/{setup}/benchmarks/train_baseline_{seed}.tsv"
    priority: 10  # everything else depends on them
    conda:
        "../../envs/origins.yaml"
    threads: threads_of_training
    resources:
        mem_mb=memory_of_training,
        runtime=minutes_of_training,
    params:
        code=code_of("train_baseline.py"),
        glove=training_settings,
        checkpoint="results/{setup}/baseline/checkpoint-{seed}.npz",
    script:
        "../scripts/train_baseline.py"


rule measure_baseline:
    """Measure a baseline embedding: bias by every metric, permutation tests, and TOP-1 analogies."""
    input:
        embedding=paths.baseline,
        tokens=paths.tokens,
        vocabulary=paths.vocabulary,
    output:
        bias="results/{setup}/baseline/bias-{seed}.csv",
        analogies="results/{setup}/baseline/analogies-{seed}.csv",
        losses="results/{setup}/baseline/losses-{seed}.csv",
        vectors=paths.baseline_vectors,
    log:
        "results/{setup}/logs/measure_baseline_{seed}.log",
    benchmark:
        "results/{setup}/benchmarks/measure_baseline_{seed}.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("measure_baseline.py"),
        metrics=all_metrics,
        words=words_to_keep(paths.baseline_vectors),
    script:
        "../scripts/measure_baseline.py"


rule null:
    """Random word sets of the sizes of each WEAT, in the same baselines: what chance gives."""
    input:
        vocabulary=paths.vocabulary,
        embeddings=of_seeds(paths.baseline),
    output:
        paths.null,
    log:
        "results/{setup}/logs/null.log",
    benchmark:
        "results/{setup}/benchmarks/null.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("null.py"),
        metrics=lambda wildcards: {
            name: each for name, each in all_metrics(wildcards).items() if each["kind"] == "weat"
        },
        drawing=settings("word_sets.words", "word_sets.number"),
    script:
        "../scripts/null.py"


rule baseline_tables:
    """Bias, p-values and analogies of the baselines, one table each, beside the paper's numbers."""
    input:
        bias=of_seeds("results/{setup}/baseline/bias-{seed}.csv"),
        analogies=of_seeds("results/{setup}/baseline/analogies-{seed}.csv"),
        losses=of_seeds("results/{setup}/baseline/losses-{seed}.csv"),
    output:
        bias="results/{setup}/tables/baseline_bias.csv",
        baseline=shown(
            "results/{setup}/tables/baseline.csv", "baseline", "Tables", table="baseline bias"
        ),
        markdown="results/{setup}/tables/baseline.md",
        latex="results/{setup}/tables/baseline.tex",
        analogies="results/{setup}/tables/analogies.csv",
        losses="results/{setup}/tables/convergence.csv",
    log:
        "results/{setup}/logs/baseline_tables.log",
    benchmark:
        "results/{setup}/benchmarks/baseline_tables.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("baseline_tables.py"),
    script:
        "../scripts/baseline_tables.py"
