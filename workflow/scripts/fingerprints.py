from pathlib import Path

from origins.runtime import verification
from origins.runtime.job import job

with job(snakemake) as run:
    for setup, reference in run.params.references.items():
        verification.write_reference(Path("results", setup), Path(reference))
