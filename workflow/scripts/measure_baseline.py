from origins.corpus.tokens import TokenStore, load_vocabulary, word_ids
from origins.experiment import measures
from origins.experiment.vectors import KeptVectors
from origins.files.csvfile import write_csv
from origins.glove.embedding import Embedding
from origins.metrics import analogies
from origins.metrics.definitions import metric
from origins.runtime.job import job

with job(snakemake) as run:
    corpus = TokenStore.load(run.input.tokens)
    vocabulary = load_vocabulary(run.input.vocabulary)
    ids = word_ids(vocabulary)
    embedding = Embedding.load(run.input.embedding, fingerprint=corpus.fingerprint)
    metrics = {name: metric(name, definition, ids) for name, definition in run.params.metrics.items()}
    write_csv(measures.bias_table(embedding, metrics), run.output.bias)
    write_csv(measures.with_seed(analogies.top1(vocabulary.index, embedding.W), embedding.seed), run.output.analogies)
    write_csv(measures.loss_table(embedding), run.output.losses)
    KeptVectors.choose(list(vocabulary.index), {embedding.seed: embedding.W}, run.params.words).save(run.output.vectors)
