import json
from pathlib import Path

import pandas as pd

from origins.analysis.baselines import baseline_table
from origins.files.csvfile import read_csv, write_csv
from origins.report.comparison import summary_markdown, summary_table
from origins.report.paper_rows import rows_of
from origins.runtime.job import job

with job(snakemake) as run:

    def by_metric(files: list[Path], metrics: list[str]) -> pd.DataFrame | None:
        """One table of all metrics."""
        tables = [read_csv(file).assign(metric=name) for name, file in zip(metrics, files, strict=True)]
        return pd.concat(tables, ignore_index=True) if tables else None

    settings, metrics, weats = run.params.settings, run.params.metrics, run.params.weats
    corpus = json.loads(run.input.corpus.read_text())
    documents, baselines = {"documents": corpus["documents"]}, {"baselines": settings["glove"]["seeds"]}

    analogies = read_csv(run.input.analogies)
    secondary, influential = (by_metric(files, metrics) for files in (run.input.secondary, run.input.influential))
    frequency = by_metric(run.input.frequency, weats)
    rows = rows_of(
        {
            "settings": settings,
            "corpus": corpus,
            "analogies": analogies.loc[analogies["section"] == "total", "accuracy"],
            "baselines": baseline_table(read_csv(run.input.baselines)),
            "figures": settings,
            "histogram": by_metric(run.input.histogram, metrics).assign(**baselines),
            "correlation": read_csv(run.input.correlation),
            "sets": read_csv(run.input.sets).assign(**documents),
            "welch": read_csv(run.input.welch),
            "perturbed_analogies": {
                "GloVe": read_csv(run.input.perturbed_analogies),
                "word2vec": read_csv(run.input.word2vec_analogies),
            },
            "ppmi": read_csv(run.input.ppmi),
            "ppmi_overlap": by_metric(run.input.overlap, run.params.by_ppmi),
            "word_sets": read_csv(run.input.word_sets) if run.input.word_sets else None,
            "transfer": read_csv(run.input.transfer).assign(**documents),
            "projection": by_metric(run.input.projection, weats),
            "frequency": None
            if frequency is None
            else frequency.assign(retrains=settings["perturbation"]["retrain_seeds"]),
            "documents": secondary.assign(delta_percent=influential["delta_percent"], **baselines),
        }
    )
    write_csv(summary_table(run.wildcards.setup, rows, run.params.configfiles), run.output.table)
    run.output.page.write_text(summary_markdown(run.wildcards.setup, rows))
