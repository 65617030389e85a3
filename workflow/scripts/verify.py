from pathlib import Path

from origins.runtime import verification
from origins.runtime.job import job

with job(snakemake) as run:
    for setup, reference in run.params.references.items():
        lines = verification.verify(Path("results", setup), Path(reference))
        print(*(f"{setup}: {line}" for line in lines), sep="\n")
