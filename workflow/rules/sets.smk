"""Which documents are removed, with which seeds embeddings are trained without them, and the files of these trainings."""


def sets_of_metric(sets):
    """The files of a metric's own sets and of the random ones, among those that `sets` names for a setup."""

    def files(wildcards):
        families = {wildcards.metric, experiment.SHARED}
        return [
            paths.set.format(setup=wildcards.setup, family=family, set=each)
            for family, each in sets(setups[wildcards.setup])
            if family in families
        ]

    return files


def batches_of_retrains(setup, family, chosen):
    """The seeds a set is retrained with, by job."""
    seeds = experiment.retrains(setups[setup], family, chosen)
    return experiment.batches(seeds, setups[setup]["perturbation"]["seeds_per_job"])


def batches_of_job(wildcards):
    """The same for the set that a job's wildcards name."""
    chosen = experiment.DocumentSet.parse(wildcards.set)
    return batches_of_retrains(wildcards.setup, wildcards.family, chosen)


def batches_of_word2vec(setup):
    """The seeds of word2vec, by job."""
    per_job = setups[setup]["perturbation"]["seeds_per_job"]
    return experiment.batches(setups[setup]["word2vec"]["seeds"], per_job)


def retrains_of(sets, pattern):
    """One file per retrain of the sets that `sets` returns with their families."""
    return lambda wildcards: [
        pattern.format(setup=wildcards.setup, family=family, set=each, batch=batch)
        for family, each in sets(wildcards)
        for batch in batches_of_retrains(wildcards.setup, family, each)
    ]


def every_set(wildcards):
    """All sets of the experiment."""
    return experiment.all_sets(setups[wildcards.setup])


def left_out_sets(wildcards):
    """The subsets of the linear datamodeling score."""
    return list(experiment.left_out_sets(setups[wildcards.setup]))


def targeted_sets(wildcards):
    """The paper's increase and decrease sets of the job's own metric."""
    chosen = experiment.targeted(setting("perturbation")(wildcards))
    return [(wildcards.metric, each) for each in chosen]


def largest_sets(wildcards):
    """The largest increase and the largest decrease set of the job's own metric."""
    largest = max(setting("perturbation.sizes")(wildcards))
    return [(family, each) for family, each in targeted_sets(wildcards) if each.size == largest]


def word2vec_baselines(pattern):
    """One file per job that trains word2vec on the whole corpus."""
    return lambda wildcards: [
        pattern.format(setup=wildcards.setup, batch=batch)
        for batch in batches_of_word2vec(wildcards.setup)
    ]


def word2vec_retrains(pattern):
    """One file per job that trains word2vec without a set."""
    return lambda wildcards: [
        pattern.format(setup=wildcards.setup, family=family, set=each, batch=batch)
        for family, each in experiment.transfer_sets(setups[wildcards.setup])
        for batch in batches_of_word2vec(wildcards.setup)
    ]


def group_sets(wildcards):
    """The groups of the setup, as sets that belong to no metric."""
    return experiment.group_sets(setups[wildcards.setup])


def group_files(wildcards):
    """The lists of the groups' documents."""
    return [
        paths.set.format(setup=wildcards.setup, family=family, set=each)
        for family, each in group_sets(wildcards)
    ]


def curated_sets(wildcards):
    """The curated sets of the job's own metric, with their family."""
    chosen = experiment.curated_sets(setups[wildcards.setup])
    return [(metric, each) for metric, each in chosen if metric == wildcards.metric]


def ranking_of_ppmi(wildcards):
    """PPMI's ranking of the documents, if it has one for the job's own metric."""
    known = experiment.PPMI in experiment.ways(setups[wildcards.setup], wildcards.metric)
    return paths.ppmi if known else []


def small_sets(wildcards):
    """The files of the sets that are small enough to be replayed."""
    return [
        paths.set.format(setup=wildcards.setup, family=family, set=each)
        for family, each in experiment.small_sets(setups[wildcards.setup])
    ]


def replayed(kind):
    """The files of all baselines, if the setup asks for replays."""
    files = of_seeds(f"results/{{setup}}/replay/{kind}-{{seed}}.csv")
    return lambda wildcards: files(wildcards) if setting("replay.documents")(wildcards) else []


def resamples(wildcards):
    """The vectors of every bootstrap resample of the documents."""
    numbers = range(1, setting("perturbation.bootstrap")(wildcards) + 1)
    return [paths.resample.format(setup=wildcards.setup, number=number) for number in numbers]


def sampled_sets(wildcards):
    """The single documents that calibrate and test the intervals, with their family."""
    return list(experiment.sampled_sets(setups[wildcards.setup]))


def with_number_of(key, pattern):
    """A file for each setup whose `perturbation.<key>` is not 0."""
    on = [name for name, setup in setups.items() if setup["perturbation"][key]]
    return expand(pattern, setup=on)
