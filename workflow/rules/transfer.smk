"""Other representations: WEAT in PPMI and in word2vec, sets chosen by PPMI (Sections 5.3 and 5.4)."""


rule ppmi_documents:
    """Differential bias of every document in the PPMI representation."""
    input:
        tokens=paths.tokens,
        table=paths.table,
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,
    output:
        paths.ppmi,
    log:
        "results/{setup}/logs/ppmi_documents_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/ppmi_documents_{metric}.tsv"
    priority: EARLY
    conda:
        "../../envs/origins.yaml"
    threads: 8
    resources:
        mem_mb=memory_of_ppmi,
        runtime=minutes("tokens", 30),
    params:
        code=code_of("ppmi_documents.py"),
        definition=definition,
    script:
        "../scripts/ppmi_documents.py"


rule ppmi_sets:
    """WEAT in the PPMI representation, for the whole corpus and without each set."""
    input:
        tokens=paths.tokens,
        table=paths.table,
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,
        sets=sets_of_metric(experiment.transfer_sets),
    output:
        paths.ppmi_sets,
    log:
        "results/{setup}/logs/ppmi_sets_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/ppmi_sets_{metric}.tsv"
    priority: EARLY
    conda:
        "../../envs/origins.yaml"
    threads: 8
    resources:
        mem_mb=memory_of_ppmi,
        runtime=minutes("tokens", 30),
    params:
        code=code_of("ppmi_sets.py"),
        definition=definition,
    script:
        "../scripts/ppmi_sets.py"


rule ppmi_comparison:
    """How far the bias in GloVe moves without the documents that each ranking chose."""
    input:
        baselines=paths.baseline_bias,
        truth=paths.truth,
    output:
        csv=shown(
            "results/{setup}/tables/ppmi_comparison.csv",
            "ppmi_comparison",
            "Tables",
            table="chosen by PPMI and by influence",
        ),
        rankings="results/{setup}/tables/rankings.csv",
        markdown="results/{setup}/tables/ppmi_comparison.md",
        latex="results/{setup}/tables/ppmi_comparison.tex",
    log:
        "results/{setup}/logs/ppmi_comparison.log",
    benchmark:
        "results/{setup}/benchmarks/ppmi_comparison.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("ppmi_comparison.py"),
    script:
        "../scripts/ppmi_comparison.py"


rule ppmi_overlap:
    """How many documents PPMI chooses alike when recounted exactly and with the authors' update."""
    input:
        tokens=paths.tokens,
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,
        exact=paths.ppmi,
    output:
        shown(
            "results/{setup}/tables/ppmi_overlap_{metric}.csv",
            "ppmi_overlap",
            "Tables",
            table="chosen by PPMI, exactly and as the authors did",
            metric="{metric}",
        ),
    log:
        "results/{setup}/logs/ppmi_overlap_{metric}.log",
    benchmark:
        "results/{setup}/benchmarks/ppmi_overlap_{metric}.tsv"
    priority: EARLY
    conda:
        "../../envs/origins.yaml"
    threads: 8
    resources:
        mem_mb=memory_of_ppmi,
        runtime=minutes("tokens", 30),
    params:
        code=code_of("ppmi_overlap.py"),
        definition=definition,
        sizes=lambda wildcards: setting("perturbation.ppmi_sizes")(wildcards)
        or setting("perturbation.sizes")(wildcards),
    script:
        "../scripts/ppmi_overlap.py"


rule word2vec_baseline:
    """Train word2vec on the whole corpus."""
    input:
        tokens=paths.tokens,
        table=paths.table,
        vocabulary=paths.vocabulary,
    output:
        vectors=paths.word2vec_baseline,
        analogies=paths.word2vec_baseline.replace(".npz", "-analogies.csv"),
    log:
        "results/{setup}/logs/word2vec/baseline_{batch}.log",
    benchmark:
        "results/{setup}/benchmarks/word2vec/baseline_{batch}.tsv"
    conda:
        "../../envs/origins.yaml"
    resources:
        mem_mb=memory_of_word2vec,
        runtime=minutes_of_word2vec,
    params:
        code=code_of("word2vec.py"),
        settings=word2vec_settings,
        words=words_to_keep(paths.word2vec_baseline),
        frequent=setting("word_sets.words"),
        seeds=lambda wildcards: batches_of_word2vec(wildcards.setup)[int(wildcards.batch)],
    script:
        "../scripts/word2vec.py"


rule word2vec:
    """Train word2vec without a set of documents."""
    input:
        tokens=paths.tokens,
        table=paths.table,
        vocabulary=paths.vocabulary,
        set=paths.set,
    output:
        vectors=paths.word2vec,
        analogies=paths.word2vec.replace(".npz", "-analogies.csv"),
    log:
        "results/{setup}/logs/word2vec/{family}_{set}_{batch}.log",
    benchmark:
        "results/{setup}/benchmarks/word2vec/{family}_{set}_{batch}.tsv"
    conda:
        "../../envs/origins.yaml"
    resources:
        mem_mb=memory_of_word2vec,
        runtime=minutes_of_word2vec,
    params:
        code=code_of("word2vec.py"),
        settings=word2vec_settings,
        words=words_to_keep(paths.word2vec),
        seeds=lambda wildcards: batches_of_word2vec(wildcards.setup)[int(wildcards.batch)],
    script:
        "../scripts/word2vec.py"


rule measure_word2vec:
    """The bias by every metric in every word2vec embedding, from the kept vectors."""
    input:
        vectors=lambda wildcards: [
            *word2vec_baselines(paths.word2vec_baseline)(wildcards),
            *word2vec_retrains(paths.word2vec)(wildcards),
        ],
    output:
        paths.word2vec_bias,
    log:
        "results/{setup}/logs/measure_word2vec.log",
    benchmark:
        "results/{setup}/benchmarks/measure_word2vec.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("measure_retrains.py"),
        metrics=all_metrics,
    script:
        "../scripts/measure_retrains.py"


rule transfer:
    """The effect of every set on WEAT in GloVe, PPMI and word2vec; on analogies in word2vec; on other metrics."""
    input:
        baselines=paths.baseline_bias,
        truth=paths.truth,
        retrains=paths.retrains,
        ppmi=of_metrics(paths.ppmi_sets, weats),
        word2vec=paths.word2vec_bias,
        word2vec_baseline_analogies=word2vec_baselines(
            paths.word2vec_baseline.replace(".npz", "-analogies.csv")
        ),
        word2vec_analogies=word2vec_retrains(paths.word2vec.replace(".npz", "-analogies.csv")),
    output:
        transfer="results/{setup}/tables/transfer.csv",
        analogies="results/{setup}/tables/word2vec_analogies.csv",
        other="results/{setup}/tables/other_metrics.csv",
    log:
        "results/{setup}/logs/transfer.log",
    benchmark:
        "results/{setup}/benchmarks/transfer.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("transfer.py"),
        seeds=setting("perturbation.retrain_seeds"),
        further=lambda wildcards: list(setting("further_metrics")(wildcards)),
    script:
        "../scripts/transfer.py"


rule compare_word_sets:
    """WEAT of random word sets in GloVe, PPMI and word2vec, and how well these agree."""
    input:
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,
        embeddings=lambda wildcards: of_seeds(paths.baseline)(wildcards)[
            : setting("word_sets.seeds")(wildcards)
        ],
        word2vec=word2vec_baselines(paths.word2vec_baseline),
    output:
        effects="results/{setup}/tables/word_sets.csv",
        agreement="results/{setup}/tables/word_sets_agreement.csv",
        by_frequency="results/{setup}/tables/word_sets_by_frequency.csv",
    log:
        "results/{setup}/logs/compare_word_sets.log",
    benchmark:
        "results/{setup}/benchmarks/compare_word_sets.tsv"
    conda:
        "../../envs/origins.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 8000 * attempt,
    params:
        code=code_of("compare_word_sets.py"),
        drawing=setting("word_sets"),
    script:
        "../scripts/compare_word_sets.py"
