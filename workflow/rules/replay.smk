"""The estimator `replay`, for the few documents that are worth a training per baseline: off unless a setup asks for it."""


rule replay_words:
    """Train one baseline again, remember its contexts, and replay the most influential documents and small sets."""
    input:
        tokens=paths.tokens,
        table=paths.table,
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,
        embedding=paths.baseline,
        scores=of_metrics(paths.scores),
        sets=small_sets,
    output:
        documents="results/{setup}/replay/documents-{seed}.csv",
        sets="results/{setup}/replay/sets-{seed}.csv",
    log:
        "results/{setup}/logs/replay_words_{seed}.log",
    benchmark:
        "results/{setup}/benchmarks/replay_words_{seed}.tsv"
    conda:
        "../../envs/origins.yaml"
    threads: 8
    resources:
        mem_mb=memory_of_replay,
        runtime=minutes_of_training,
    params:
        code=code_of("replay_words.py"),
        glove=training_settings,
        metrics=setting("metrics"),
        documents=setting("replay.documents"),
    script:
        "../scripts/replay_words.py"


rule replay_table:
    """What replaying says of the most influential documents, beside what the page says."""
    input:
        table=paths.table,
        documents=replayed("documents"),
    output:
        "results/{setup}/tables/replay.csv",
    log:
        "results/{setup}/logs/replay_table.log",
    benchmark:
        "results/{setup}/benchmarks/replay_table.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("replay_table.py"),
    script:
        "../scripts/replay_table.py"


rule replay:
    """The replayed documents of every setup that asks for it."""
    input:
        lambda wildcards: required(
            [
                f"results/{setup}/tables/replay.csv"
                for setup in setups
                if setups[setup]["replay"]["documents"]
            ],
            "no setup of this run asks for replays; set replay.documents.",
        ),
