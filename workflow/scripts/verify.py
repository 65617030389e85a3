from pathlib import Path

from origins import verification
from origins.workflow import job

with job(snakemake):
    for setup in snakemake.params.setups:
        reference = Path(snakemake.params.reference.format(setup=setup))
        lines = verification.verify(Path("results", setup), reference)
        print(*(f"{setup}: {line}" for line in lines), sep="\n")
