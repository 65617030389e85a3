"""Threads, memory and run time of jobs, from the size of the corpus; more at every attempt.

A function that needs a file that does not exist yet raises FileNotFoundError; Snakemake then asks again later.
"""

# Priorities. Jobs for all cores come early, with what they wait for: later they would leave cores idle until all are
# free. The longest jobs come next, so that short ones fill the gaps at the end.
EARLY, LONG = 50, 1


def megabytes(*paths):
    """The size of files and folders."""
    total = 0
    for path in map(Path, paths):
        files = path.rglob("*") if path.stat() and path.is_dir() else [path]
        total += sum(file.stat().st_size for file in files)
    return total / 1e6


def size_of_matrix(folder):
    """V and the number of non-zero entries."""
    os.stat(folder)  # the error has to name an input
    meta = json.loads(Path(folder, "meta.json").read_text())
    return meta["words"], meta["nonzeros"]


def minutes(name, speed):
    """Run time: 15 minutes plus an input's megabytes / `speed` per minute (a fifth of the measured speed)."""
    return lambda wildcards, input, attempt: attempt * int(
        15 + megabytes(*([input[name]] if isinstance(input[name], str) else input[name])) / speed
    )


def memory_of_tokens(wildcards, input, threads, attempt):
    """A dictionary of words, one row per document, and the chunks that processes work on."""
    return attempt * int(500 + 250 * threads + megabytes(input.documents))


def memory_of_cooccurrence(wildcards, input, attempt):
    """The working memory that the config allows, Python, and the memory-mapped tokens."""
    return attempt * int(
        500 + setting("cooccurrence.memory_mb")(wildcards) + megabytes(input.tokens)
    )


def threads_of_training(wildcards):
    """One thread per training as long as there are trainings for all cores; the last ones share the cores."""
    cores, seeds = workflow.cores or 1, setting("glove.seeds")(wildcards)
    last = seeds % cores
    return cores // last if int(wildcards.seed) > seeds - last else 1


def memory_of_training(wildcards, input, attempt):
    """16 bytes per non-zero entry (12 of them the schedule's), vectors and squared gradients."""
    words, nonzeros = size_of_matrix(input.cooccurrence)
    parameters = 4 * words * (setting("glove.dimension")(wildcards) + 16)
    # a retrain also holds 8 bytes per pair of the documents it leaves out and, to find these, 12 bytes per token; the
    # documents may be half of all
    large = wildcards.get("set", "").startswith(("group-", "leftout-", "curated-"))
    return attempt * int(500 + ((22 if large else 16) * nonzeros + 4 * 2 * parameters) / 1e6)


def memory_of_replay(wildcards, input, attempt):
    """A training, the contexts that it remembers, and the baseline with what is derived from it."""
    return memory_of_training(wildcards, input, attempt) + attempt * 3500


def minutes_of_training(wildcards, input, threads, attempt):
    """A third of the measured speed: one core updates 1.7 billion / D entries per second."""
    _, nonzeros = size_of_matrix(input.cooccurrence)
    glove = setting("glove")(wildcards)
    seeds = setting("perturbation.seeds_per_job")(wildcards) if "batch" in wildcards.keys() else 1
    seconds = seeds * glove["epochs"] * nonzeros * glove["dimension"] / (5e8 * threads)
    return attempt * int(15 + seconds / 60)


def memory_of_word2vec(wildcards, input, attempt):
    """Two vectors per word and seed of the job, one kilobyte per word, and the memory-mapped tokens."""
    os.stat(input.vocabulary)
    words = sum(1 for _ in open(input.vocabulary))
    seeds = setting("perturbation.seeds_per_job")(wildcards)
    vectors = 8 * seeds * setting("glove.dimension")(wildcards)
    return attempt * int(500 + words * (vectors + 1000) / 1e6 + megabytes(input.tokens))


def minutes_of_word2vec(wildcards, input, attempt):
    """Every seed and epoch passes over the tokens, at 15 megabytes per minute."""
    seeds = setting("perturbation.seeds_per_job")(wildcards)
    epochs = setting("word2vec.epochs")(wildcards)
    return attempt * int(15 + seeds * epochs * megabytes(input.tokens) / 15)


def memory_of_ppmi(wildcards, input, attempt):
    """The matrix rows of the metric's words, and the memory-mapped tokens."""
    return attempt * int(4000 + megabytes(input.tokens))


def memory_of_scoring(wildcards, input, attempt):
    """One embedding at a time with what is derived from it, and the memory-mapped tokens."""
    return attempt * int(1500 + 4 * max(map(megabytes, input.embeddings)) + megabytes(input.tokens))


def minutes_of_scoring(wildcards, input, attempt):
    """Every embedding passes over the tokens, at 100 megabytes per minute."""
    return attempt * int(15 + len(input.embeddings) * megabytes(input.tokens) / 100)


def minutes_of_subsets(wildcards, input, attempt):
    """Every subset passes over the tokens it leaves out: up to as many times as there are subsets."""
    passes = sum(each.percent for _, each in left_out_sets(wildcards)) / 100
    return int((1 + passes) * minutes_of_scoring(wildcards, input, attempt))


def memory_of_curation(wildcards, input, attempt):
    """All embeddings at a time with what is derived from them, and the memory-mapped tokens."""
    return attempt * int(1500 + 4 * sum(map(megabytes, input.embeddings)) + megabytes(input.tokens))


def minutes_of_curation(wildcards, input, attempt):
    """Every document that is removed takes a pass with every embedding, though only over documents that matter."""
    return attempt * int(60 + len(input.embeddings) * megabytes(input.tokens) / 2)
