import pandas as pd

from origins.analysis.intervals import with_interval
from origins.files.csvfile import write_csv
from origins.influence import scoring
from origins.runtime.job import job

with job(snakemake) as run:
    files = run.input.cooccurrence, run.input.tokens, run.input.vocabulary
    setting = scoring.Setting.load(*files, run.wildcards.metric, run.params.definition, run.threads)
    scored = scoring.score_corpus(setting, run.input.embeddings, pd.read_parquet(run.input.table))
    scores = with_interval(scored.scores, scored.biases)
    scores.to_parquet(run.output.parquet, index=False)
    write_csv(scores, run.output.csv)
    write_csv(scored.pairs, run.output.pairs)
    write_csv(scored.singular_words, run.output.singular)
    write_csv(scoring.reranked(scored.scores), run.output.reranked)
