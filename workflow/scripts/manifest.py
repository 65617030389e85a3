import json
import re
from pathlib import Path

from snakemake.io import apply_wildcards, regex_from_filepattern

from origins.experiment import sets
from origins.files.atomic import replacing
from origins.runtime import manifest
from origins.runtime.job import job


def maker(file):
    """The rule that makes a file, with its wildcards and code, and the log of the job."""
    for rule in snakemake.params.rules:
        for pattern in rule["outputs"]:
            if found := re.match(regex_from_filepattern(pattern).rstrip("$") + "(/|$)", file):
                wildcards = found.groupdict()
                about = {"rule": rule["name"], "code": rule["code"], "wildcards": wildcards}
                return about, Path(apply_wildcards(rule["log"], wildcards))


with job(snakemake) as run:
    source = run.input[len(run.input.results) :]
    folder = run.output[0].parent
    settings = run.params.settings
    every = [*sets.all_sets(settings), *sets.group_sets(settings)]
    retrains = {f"{family}/{each}": sets.retrains(settings, family, each) for family, each in every}
    content = manifest.describe(folder, source, run.wildcards.setup, settings, retrains, maker)
    with replacing(run.output[0]) as file:
        file.write((json.dumps(content, indent=1, sort_keys=True) + "\n").encode())
