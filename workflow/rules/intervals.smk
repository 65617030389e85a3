"""How sure the Δ of a document is, and the bias itself: checked by retraining, and off by default."""


rule sampled_set:
    """One document of a sample from all ranks, as a list of ids."""
    input:
        scores=of_metrics(paths.scores),
    output:
        paths.set,
    log:
        "results/{setup}/logs/sets/{family}_{set}.log",
    benchmark:
        "results/{setup}/benchmarks/sets/{family}_{set}.tsv"
    wildcard_constraints:
        set=r"sampled-\d+",
    priority: EARLY
    localrule: True  # takes a second: not worth queueing
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("sampled_set.py"),
    script:
        "../scripts/sampled_set.py"


rule resample:
    """Train on documents drawn with replacement, with the seed of the first baseline and with one of its own."""
    input:
        tokens=paths.tokens,
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,  # says how much memory a training takes
    output:
        vectors=paths.resample,
        cooccurrence=temp(directory("results/{setup}/bootstrap/{number}/cooccurrence")),
    log:
        "results/{setup}/logs/resample_{number}.log",
    benchmark:
        "results/{setup}/benchmarks/resample_{number}.tsv"
    wildcard_constraints:
        number=r"\d+",
    priority: LONG
    conda:
        "../../envs/origins.yaml"
    resources:
        mem_mb=lambda wildcards, input, attempt: (
            memory_of_training(wildcards, input, attempt)
            + setting("cooccurrence.memory_mb")(wildcards)
        ),
        working_mb=setting("cooccurrence.memory_mb"),
        runtime=lambda wildcards, input, threads, attempt: (
            2 * minutes_of_training(wildcards, input, threads, attempt)
        ),
    params:
        code=code_of("resample.py"),
        window=setting("cooccurrence.window"),
        glove=training_settings,
        words=words_to_keep(paths.resample),
        seeds=lambda wildcards: [1, 1 + int(wildcards.number)],
    script:
        "../scripts/resample.py"


rule calibration:
    """Documents of all ranks, predicted and retrained, and how often the interval of Δ holds the truth."""
    input:
        vectors=retrains_of(sampled_sets, paths.retrain),
        scores=of_metrics(paths.scores, traced),
        baselines=paths.baseline_bias,
    output:
        documents="results/{setup}/tables/calibration.csv",
        coverage=paths.coverage,
    log:
        "results/{setup}/logs/calibration.log",
    benchmark:
        "results/{setup}/benchmarks/calibration.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("intervals.py"),
        metrics=all_metrics,
        drawn_by=lambda wildcards: list(setting("metrics")(wildcards)),
    script:
        "../scripts/intervals.py"


rule compare_errors:
    """The spread of the bias over resampled documents beside its standard errors."""
    input:
        vectors=resamples,
        scores=of_metrics(paths.scores),
        baselines=paths.baseline_bias,
        errors=paths.standard_errors,
    output:
        resamples="results/{setup}/tables/resamples.csv",
        table=paths.bootstrap,
    log:
        "results/{setup}/logs/compare_errors.log",
    benchmark:
        "results/{setup}/benchmarks/compare_errors.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("bootstrap.py"),
        metrics=setting("metrics"),
    script:
        "../scripts/bootstrap.py"


rule intervals:
    """How sure is Δ? Retrain without single documents, for setups with perturbation.calibration."""
    input:
        lambda wildcards: required(
            with_number_of("calibration", paths.coverage),
            "no setup of this run asks for intervals; set perturbation.calibration in its settings.",
        ),


rule bootstrap:
    """How sure is the bias? Train on resampled documents, for setups with perturbation.bootstrap."""
    input:
        lambda wildcards: required(
            with_number_of("bootstrap", paths.bootstrap),
            "no setup of this run asks for a bootstrap; set perturbation.bootstrap in its settings.",
        ),
