"""Every figure, drawn from the tables: changing how something looks computes nothing again."""


rule document_figures:
    """Δ of all documents: its histogram, and by metadata."""
    input:
        histogram="results/{setup}/tables/histogram_{metric}.csv",
        metadata="results/{setup}/tables/metadata_{metric}.csv",
    output:
        histogram=drawn("histogram", "Documents", metric="{metric}"),
        metadata=drawn("metadata", "Documents", metric="{metric}"),
    log:
        "results/{setup}/logs/document_figures_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/document_figures_{metric}.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("document_figures.py"),
        baselines=setting("glove.seeds"),
    script:
        "../scripts/document_figures.py"


rule effect_figures:
    """Predicted and retrained bias of sets, by the paper's estimator and by ours, and Δ of single documents."""
    input:
        sets="results/{setup}/tables/sets.csv",
        single="results/{setup}/tables/single_documents.csv",
    output:
        **{
            name: drawn(name, "Predicted and retrained", metric="{metric}")
            for name in EFFECT_FIGURES
        },
    log:
        "results/{setup}/logs/effect_figures_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/effect_figures_{metric}.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("effect_figures.py"),
    script:
        "../scripts/effect_figures.py"


rule weat_figures:
    """What only WEAT has: other representations, target words on the axis, and their frequency."""
    input:
        transfer="results/{setup}/tables/transfer.csv",
        projection="results/{setup}/tables/projection_{metric}.csv",
        frequency="results/{setup}/tables/frequency_{metric}.csv",
        fit="results/{setup}/tables/frequency_fit_{metric}.csv",
    output:
        transfer=drawn("transfer", "Other representations", metric="{metric}"),
        projection=drawn("projection", "Words", metric="{metric}"),
        frequency=drawn("frequency", "Words", metric="{metric}"),
    log:
        "results/{setup}/logs/weat_figures_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/weat_figures_{metric}.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("weat_figures.py"),
        definition=definition,
    script:
        "../scripts/weat_figures.py"


rule baseline_figures:
    """The bias of every baseline, and how training converged."""
    input:
        bias=paths.baseline_bias,
        convergence="results/{setup}/tables/convergence.csv",
    output:
        baseline=drawn("baseline", "Baselines"),
        convergence=drawn("convergence", "Baselines"),
    log:
        "results/{setup}/logs/baseline_figures.log",
    benchmark:
        "results/{setup}/benchmarks/baseline_figures.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("baseline_figures.py"),
    script:
        "../scripts/baseline_figures.py"


rule estimators_figure:
    """The estimators side by side."""
    input:
        table="results/{setup}/tables/correlation.csv",
    output:
        estimators=drawn("estimators", "Predicted and retrained"),
    log:
        "results/{setup}/logs/estimators_figure.log",
    benchmark:
        "results/{setup}/benchmarks/estimators_figure.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("estimators_figure.py"),
    script:
        "../scripts/estimators_figure.py"


rule word_sets_figures:
    """WEAT of random word sets in GloVe against PPMI, and against word2vec."""
    input:
        effects="results/{setup}/tables/word_sets.csv",
        agreement="results/{setup}/tables/word_sets_agreement.csv",
    output:
        **{name: drawn(name, "Other representations") for name in WORD_SET_FIGURES},
    log:
        "results/{setup}/logs/word_sets_figures.log",
    benchmark:
        "results/{setup}/benchmarks/word_sets_figures.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("word_sets_figures.py"),
    script:
        "../scripts/word_sets_figures.py"
