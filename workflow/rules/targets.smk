"""What a run makes, and what it checks and says at its start."""


def traced(setup):
    """The names of all metrics that documents are scored by."""
    return [*setups[setup]["metrics"], *setups[setup]["further_metrics"]]


def figures_of(setup):
    """The figures of a setup, by name."""
    metrics, further = list(setups[setup]["metrics"]), list(setups[setup]["further_metrics"])

    def named(figures, of):
        return expand("{figure}_{metric}", figure=figures, metric=of)

    return [
        "baseline",
        *named(["histogram", "metadata"], metrics + further),
        *named(EFFECT_FIGURES, metrics),
        *named(WEAT_FIGURES, weats(setup)),
        *WORD_SET_FIGURES,
        "estimators",
        "convergence",
    ]


def page_figures(names):
    """The figures beside the page, by the names that `names` gives for a setup."""
    return lambda wildcards: [
        f"results/{wildcards.setup}/figures/{name}.{kind}"
        for name in names(wildcards.setup)
        for kind in ("png", "pdf")
    ]


def pretrained_table(wildcards):
    """The metrics in vectors of others, if the setup names any."""
    named = setups[wildcards.setup].get("pretrained")
    return f"results/{wildcards.setup}/tables/pretrained.csv" if named else []


def tables_and_figures(setup):
    """The tables and figures of a setup, and the comparison with the paper."""
    folder = f"results/{setup}"
    tables = ["baseline", "welch", "sets", "transfer", "ppmi_comparison", "rankings"]
    tables += expand("{table}_{metric}", table=["influential", "secondary"], metric=traced(setup))
    tables += expand("ppmi_overlap_{metric}", metric=by_ppmi(setup))
    tables += ["groups"] * bool(setups[setup]["perturbation"]["groups"])
    tables += ["pretrained"] * bool(setups[setup].get("pretrained"))
    return [
        f"{folder}/summary.md",
        *expand(f"{folder}/tables/{{table}}.csv", table=tables),
        *expand(f"{folder}/figures/{{figure}}.png", figure=figures_of(setup)),
        *curation_of(setup),
    ]


def curation_of(setup):
    """The figures that show how few documents take a metric to a target, if the setup asks for them."""
    metrics = setups[setup]["curation"]["metrics"]
    return expand("results/{setup}/figures/curation_{metric}.png", setup=setup, metric=metrics)


def required(files, sentence):
    """Files that a target makes; without any, it has been called for nothing."""
    if not files:
        sys.exit(f"origins: {sentence}")
    return files


def results_of(setup):
    """Everything that the workflow makes of a setup."""
    crossed = [f"results/{setup}/tables/crossed.csv"] * (len(traced(setup)) > 1)
    return [*tables_and_figures(setup), *crossed, f"results/{setup}/report/index.html"]


def lds_results(wildcards):
    """The tables and figures of the setups that ask for subsets."""
    asking = required(
        [setup for setup in setups if setups[setup]["lds"]["subsets"]],
        "no setup of this run asks for subsets; set lds.subsets in its settings.",
    )
    return expand(
        ["results/{setup}/tables/lds.csv", "results/{setup}/figures/lds.png"], setup=asking
    )


def makers():
    """The outputs and log of each rule, so that the manifest can say what made a file."""
    return [
        {
            "name": rule.name,
            "outputs": [str(file) for file in rule.output],
            "log": str(rule.log[0]),
            "code": rule.params.get("code"),
        }
        for rule in workflow.rules
        if rule.output
    ]


def setups_to(rule):
    """The setups for which a rule is about to run."""
    jobs = workflow.dag.needrun_jobs()
    return {job.wildcards.setup for job in jobs if job.rule.name == rule}


def check_settings():
    """Stop if settings do not suit a corpus that stays as it is; a new one is checked before it is counted."""
    from origins.experiment import suitability

    for name in setups.keys() - setups_to("documents") - setups_to("tokens"):
        files = (Path(path.format(setup=name)) for path in (paths.table, paths.vocabulary))
        try:
            suitability.check(name, setups[name], *files)
        except FileNotFoundError:  # not needed for what was asked
            continue
        except OriginsError as error:
            sys.exit(f"origins: {error}")


def remember_settings():
    """Leave the settings beside the results, for `python -m origins`; a mere look at the documents has none."""
    only_read = setups_to("documents") - setups_to("tokens")
    try:
        configuration.remember(
            {name: setups[name] for name in setups if name not in only_read}, Path("results")
        )
    except OSError as error:
        sys.exit(f"origins: {sentence_of(error) or error}")


def plans():
    """What the run is about to do, one line per setup, with an estimate of the time."""
    from origins.report import progress

    trainings = {name: {"baseline": 0, "retrain": 0, "word2vec": 0} for name in setups}
    for job in workflow.dag.needrun_jobs():
        if "setup" not in job.wildcards_dict:
            continue
        setup, batch = job.wildcards.setup, int(job.wildcards_dict.get("batch", 0))
        match job.rule.name:
            case "train_baseline":
                trainings[setup]["baseline"] += 1
            case "retrain":
                trainings[setup]["retrain"] += len(batches_of_job(job.wildcards)[batch])
            case "resample":
                trainings[setup]["retrain"] += 2
            case "word2vec" | "word2vec_baseline":
                trainings[setup]["word2vec"] += len(batches_of_word2vec(setup)[batch])
    for name, setup in setups.items():
        meta = Path(paths.cooccurrence.format(setup=name), "meta.json")
        if counted := meta.exists():
            nonzeros = json.loads(meta.read_text())["nonzeros"]
        else:
            files = source_files(SimpleNamespace(setup=name))
            files = [Path(file) for file in ([files] if isinstance(files, str) else files)]
            nonzeros = progress.expected_nonzeros(setup, files)
        yield progress.plan(
            name, setup, trainings[name], nonzeros, counted, workflow.resource_settings.cores or 1
        )
