"""Where results come from, and whether they agree with the reference."""

REFERENCES = {setup: str(ROOT / "workflow/reference" / f"{setup}.json") for setup in setups}


rule manifest:
    """The checksum of every result, and the input, settings, seed, code, packages and CPU that made it."""
    input:
        results=lambda wildcards: results_of(wildcards.setup),
        source=source_files,
    output:
        "results/{setup}/manifest.json",
    log:
        "results/{setup}/logs/manifest.log",
    benchmark:
        "results/{setup}/benchmarks/manifest.tsv"
    conda:
        "../../envs/origins.yaml"
    params:
        code=code_of("manifest.py"),
        settings=lambda wildcards: setups[wildcards.setup],
        rules=lambda wildcards: makers(),
    script:
        "../scripts/manifest.py"


rule verify:
    """Compare the fingerprints of the main tables with those of the reference; always runs."""
    input:
        [results_of(setup) for setup in setups],
    log:
        "results/.verification/verify.log",
    localrule: True  # no benchmark: with one, there would be nothing left to do the second time
    conda:
        "../../envs/origins.yaml"
    params:
        references=REFERENCES,
    script:
        "../scripts/verify.py"


rule fingerprints:
    """For maintainers: make the present results the reference."""
    input:
        [results_of(setup) for setup in setups],
    log:
        "results/.verification/fingerprints.log",
    localrule: True
    conda:
        "../../envs/origins.yaml"
    params:
        references=REFERENCES,
    script:
        "../scripts/fingerprints.py"
