"""The linear datamodeling score: predicted against retrained bias over random subsets; only by the target `lds`."""


use rule predict_sets as predict_subsets with:
    input:
        tokens=paths.tokens,
        table=paths.table,
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,
        embeddings=of_seeds(paths.baseline),
        sets=sets_of_metric(experiment.left_out_sets),
    output:
        paths.lds_predictions,
    log:
        "results/{setup}/logs/predict_subsets_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/predict_subsets_{metric}.tsv"
    resources:
        mem_mb=memory_of_scoring,
        runtime=minutes_of_subsets,
    params:
        code=code_of("predict_sets.py"),
        definition=definition,
        summed=NOT_ADDITIVE,


use rule measure_retrains as measure_subsets with:
    input:
        vectors=retrains_of(left_out_sets, paths.retrain),
    output:
        paths.lds_retrains,
    log:
        "results/{setup}/logs/measure_subsets.log",
    benchmark:
        "results/{setup}/benchmarks/measure_subsets.tsv"
    params:
        code=code_of("measure_retrains.py"),
        metrics=setting("metrics"),


rule lds_tables:
    """How well each estimator ranks the subsets by their retrained bias, and which of two does better."""
    input:
        baselines=paths.baseline_bias,
        predictions=of_metrics(paths.lds_predictions),
        retrains=paths.lds_retrains,
    output:
        scores=shown(paths.lds, "lds", "Tables", table="linear datamodeling score"),
        differences="results/{setup}/tables/lds_differences.csv",
    log:
        "results/{setup}/logs/lds_tables.log",
    benchmark:
        "results/{setup}/benchmarks/lds_tables.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("lds_tables.py"),
    script:
        "../scripts/lds_tables.py"


rule lds_figure:
    """The linear datamodeling score of every estimator."""
    input:
        table=paths.lds,
    output:
        lds=drawn("lds", "Predicted and retrained"),
    log:
        "results/{setup}/logs/lds_figure.log",
    benchmark:
        "results/{setup}/benchmarks/lds_figure.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("lds_figure.py"),
    script:
        "../scripts/lds_figure.py"
