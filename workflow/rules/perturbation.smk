"""Sets of documents, what the estimators predict of removing them, and the truth by retraining."""


rule targeted_set:
    """The documents whose removal changes a metric most according to one ranking, as a list of ids."""
    input:
        scores=lambda wildcards: paths.scores.format(setup=wildcards.setup, metric=wildcards.family),
    output:
        paths.set,
    log:
        "results/{setup}/logs/sets/{family}_{set}.log",
    benchmark:
        "results/{setup}/benchmarks/sets/{family}_{set}.tsv"
    wildcard_constraints:
        set=r"(relearn-|single-)?(increase|decrease)-\d+",
    priority: EARLY
    localrule: True  # takes a second: not worth queueing
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("targeted_set.py"),
    script:
        "../scripts/targeted_set.py"


use rule targeted_set as ppmi_set with:
    input:
        scores=lambda wildcards: paths.ppmi.format(setup=wildcards.setup, metric=wildcards.family),
    wildcard_constraints:
        set=r"ppmi-(increase|decrease)-\d+",


rule random_set:
    """Documents chosen at random, as a list of ids."""
    input:
        table=paths.table,
    output:
        paths.set,
    log:
        "results/{setup}/logs/sets/{family}_{set}.log",
    benchmark:
        "results/{setup}/benchmarks/sets/{family}_{set}.tsv"
    wildcard_constraints:
        set=r"(single-)?random-\d+(-\d+)?|leftout-\d+-\d+",
    priority: EARLY
    localrule: True  # takes a second: not worth queueing
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("random_set.py"),
    script:
        "../scripts/random_set.py"


rule predict_sets:
    """The bias after removing each set, predicted by every estimator with every baseline."""
    input:
        tokens=paths.tokens,
        table=paths.table,
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,
        embeddings=of_seeds(paths.baseline),
        sets=sets_of_metric(experiment.all_sets),
    output:
        paths.predictions,
    log:
        "results/{setup}/logs/predict_sets_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/predict_sets_{metric}.tsv"
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


rule retrain:
    """Train on X − Y with the seeds of the baselines; keep the vectors of the metrics' words."""
    input:
        tokens=paths.tokens,
        table=paths.table,
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,
        set=paths.set,
    output:
        vectors=paths.retrain,
        analogies=paths.retrain.replace(".npz", "-analogies.csv"),
    log:
        "results/{setup}/logs/retrain/{family}_{set}_{batch}.log",
    benchmark:
        "results/{setup}/benchmarks/retrain/{family}_{set}_{batch}.tsv"
    priority: LONG
    conda:
        "../../envs/origins.yaml"
    threads: 1
    resources:
        mem_mb=memory_of_training,
        runtime=minutes_of_training,
    params:
        code=code_of("retrain.py"),
        glove=training_settings,
        words=words_to_keep(paths.retrain),
        seeds=lambda wildcards: batches_of_job(wildcards)[int(wildcards.batch)],
        checkpoint="results/{setup}/retrains/{family}/{set}/checkpoint-{batch}.npz",
    script:
        "../scripts/retrain.py"


rule measure_retrains:
    """The bias by every metric in every retrain, from the vectors that were kept."""
    input:
        vectors=retrains_of(every_set, paths.retrain),
    output:
        paths.retrains,
    log:
        "results/{setup}/logs/measure_retrains.log",
    benchmark:
        "results/{setup}/benchmarks/measure_retrains.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("measure_retrains.py"),
        metrics=all_metrics,
    script:
        "../scripts/measure_retrains.py"
