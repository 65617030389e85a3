"""Predicted against true: the tables and figures of the paper's Section 5.2, and the page that sums them up."""


rule evaluate:
    """How well each estimator predicts the retrained bias, and which sets differ from the baseline."""
    input:
        baselines=paths.baseline_bias,
        baseline_analogies="results/{setup}/tables/analogies.csv",
        predictions=of_metrics(paths.predictions),
        replayed=replayed("sets"),
        retrains=paths.retrains,
        analogies=retrains_of(every_set, paths.retrain.replace(".npz", "-analogies.csv")),
    output:
        truth=paths.truth,
        sets=shown("results/{setup}/tables/sets.csv", "sets", "Tables", table="sets"),
        correlation=shown(
            "results/{setup}/tables/correlation.csv",
            "correlation",
            "Tables",
            table="predicted and true",
        ),
        welch=shown(
            "results/{setup}/tables/welch.csv", "welch", "Tables", table="which sets differ"
        ),
        counts="results/{setup}/tables/welch_counts.csv",
        single="results/{setup}/tables/single_documents.csv",
        analogies="results/{setup}/tables/perturbed_analogies.csv",
    log:
        "results/{setup}/logs/evaluate.log",
    benchmark:
        "results/{setup}/benchmarks/evaluate.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("evaluate.py"),
        seeds=setting("perturbation.retrain_seeds"),
    script:
        "../scripts/evaluate.py"


rule summary:
    """Every number that the paper reports, beside ours."""
    input:
        corpus=paths.summary,
        baselines=paths.baseline_bias,
        analogies="results/{setup}/tables/analogies.csv",
        correlation="results/{setup}/tables/correlation.csv",
        sets="results/{setup}/tables/sets.csv",
        welch="results/{setup}/tables/welch.csv",
        perturbed_analogies="results/{setup}/tables/perturbed_analogies.csv",
        word2vec_analogies="results/{setup}/tables/word2vec_analogies.csv",
        ppmi="results/{setup}/tables/ppmi_comparison.csv",
        overlap=of_metrics("results/{setup}/tables/ppmi_overlap_{metric}.csv", by_ppmi),
        transfer="results/{setup}/tables/transfer.csv",
        word_sets=lambda wildcards: (
            f"results/{wildcards.setup}/tables/word_sets_agreement.csv"
            if weats(wildcards.setup)
            else []
        ),
        projection=of_metrics("results/{setup}/tables/projection_{metric}.csv", weats),
        frequency=of_metrics("results/{setup}/tables/frequency_fit_{metric}.csv", weats),
        histogram=of_metrics("results/{setup}/tables/histogram_{metric}.csv"),
        secondary=of_metrics("results/{setup}/tables/secondary_{metric}.csv"),
        influential=of_metrics("results/{setup}/tables/influential_{metric}.csv"),
    output:
        page="results/{setup}/summary.md",
        table=shown(
            "results/{setup}/tables/paper.csv",
            "paper",
            "Tables",
            table="the paper's numbers and ours",
        ),
    log:
        "results/{setup}/logs/summary.log",
    benchmark:
        "results/{setup}/benchmarks/summary.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("summary.py"),
        metrics=lambda wildcards: list(setting("metrics")(wildcards)),
        weats=lambda wildcards: weats(wildcards.setup),
        by_ppmi=lambda wildcards: by_ppmi(wildcards.setup),
        settings=lambda wildcards: setups[wildcards.setup],
        configfiles=given_configfiles(),
    script:
        "../scripts/summary.py"
