"""The page that people open, results/<setup>/report/index.html, and what it explains."""

REPORT_FILES = sorted((dependencies.PACKAGE / "report" / "assets").iterdir())
SHOWN_ALWAYS = {
    "corpus": paths.summary,
    "table": paths.table,
    "scores": of_metrics(paths.scores),
    "explanations": of_metrics(paths.explanations),
    "choices": of_metrics("results/{setup}/tables/choices_{metric}.csv"),
    "metadata": of_metrics("results/{setup}/tables/metadata_{metric}.csv"),
    "baselines": paths.baseline_bias,
    "pretrained": pretrained_table,
    "null": paths.null,
    "standard_errors": paths.standard_errors,
}


rule explain_documents:
    """The most influential documents: text, value of each word and pair, how they move words, alone or together."""
    input:
        documents=paths.documents,
        tokens=paths.tokens,
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,
        embeddings=of_seeds(paths.baseline),
        scores=paths.scores,
    output:
        explanations=paths.explanations,
        choices="results/{setup}/tables/choices_{metric}.csv",
    log:
        "results/{setup}/logs/explain_documents_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/explain_documents_{metric}.tsv"
    conda:
        "../../envs/origins.yaml"
    threads: 8
    resources:
        mem_mb=memory_of_scoring,
        runtime=minutes_of_scoring,
    params:
        code=code_of("explain_documents.py"),
        definition=definition,
        tokenizer=settings("corpus.min_letters", "corpus.max_letters", "corpus.tokenizer"),
    script:
        "../scripts/explain_documents.py"


rule trace_page:
    """The page before anything is retrained: what every document does, as predicted."""
    input:
        **SHOWN_ALWAYS,
        figures=page_figures(
            lambda setup: ["baseline", *(f"histogram_{name}" for name in setups[setup]["metrics"])]
        ),
    output:
        index=paths.trace,
        single="results/{setup}/trace/report.html",
        data=directory("results/{setup}/trace/data"),
        figures=directory("results/{setup}/trace/figures"),
    log:
        "results/{setup}/logs/trace_page.log",
    benchmark:
        "results/{setup}/benchmarks/trace_page.tsv"
    conda:
        "../../envs/origins.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 4000 * attempt,
    params:
        code=[code_of("report.py"), dependencies.digest(REPORT_FILES)],
        settings=lambda wildcards: setups[wildcards.setup],
    script:
        "../scripts/report.py"


rule report:
    """One page, from disk and without network: what was measured, which documents did it, and how sure we are."""
    input:
        **SHOWN_ALWAYS,
        sets="results/{setup}/tables/sets.csv",
        correlation="results/{setup}/tables/correlation.csv",
        single="results/{setup}/tables/single_documents.csv",
        paper="results/{setup}/tables/paper.csv",
        members=lambda wildcards: [
            paths.set.format(setup=wildcards.setup, family=family, set=each)
            for family, each in every_set(wildcards)
        ],
        figures=page_figures(figures_of),
    output:
        index="results/{setup}/report/index.html",
        single="results/{setup}/report/report.html",
        data=directory("results/{setup}/report/data"),
        figures=directory("results/{setup}/report/figures"),
    log:
        "results/{setup}/logs/report.log",
    benchmark:
        "results/{setup}/benchmarks/report.tsv"
    conda:
        "../../envs/origins.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 4000 * attempt,
    params:
        code=[code_of("report.py"), dependencies.digest(REPORT_FILES)],
        settings=lambda wildcards: setups[wildcards.setup],
    script:
        "../scripts/report.py"
