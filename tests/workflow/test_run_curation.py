"""How few documents take a bias to a target, as a user of the workflow asks."""

import pandas as pd
import pytest

from origins.files.csvfile import read_csv

pytestmark = pytest.mark.xdist_group("workflow")
CURATE = {"metrics": ["weat1", "ripa1"], "target": 0.1, "step": 2, "shares": [50, 100], "most": 2, "seeds": 2}


def test_a_curation_adds_its_own_tables_and_changes_none_of_the_papers(finished, tmp_path):
    project = finished.copy(tmp_path / "copy")
    before = project.results()
    project.configure(curation=CURATE)
    expected = {"curation_ways", "curated_set", "retrain", "curation_table", "curation_figure", "curation"}
    assert project.planned("--", "curation") == expected
    project.snakemake("--cores", "2", "--configfile", "mine.yaml", "--", "curation")
    after = project.results()
    added = {name for name in after if name not in before and name.startswith(("tables", "figures"))}
    tables = [
        f"tables/curation{part}_{metric}.csv" for part in ("", "_ways", "_answers") for metric in CURATE["metrics"]
    ]
    figures = [f"figures/curation_{metric}.{kind}" for metric in CURATE["metrics"] for kind in ("pdf", "png")]
    assert added == {*tables, *figures}
    unchanged = {name: content for name, content in before.items() if name != "settings.yaml"}
    assert unchanged == {name: after[name] for name in unchanged}

    results = project.folder / "results" / "mine"
    table = read_csv(results / "tables" / "curation_weat1.csv")
    assert set(table["way"]) == {"adaptive", "once", "influence", "ppmi", "random"}
    assert "ppmi" not in set(read_csv(results / "tables" / "curation_ripa1.csv")["way"])
    for row in table.itertuples():
        ids = (results / "sets/weat1" / f"curated-{row.way}-{row.percent}.txt").read_text().split()
        assert len(ids) == row.documents
    baselines = pd.read_csv(results / "tables" / "baseline_bias.csv").query("metric == 'weat1'")["bias"]
    assert table["baseline"].to_numpy() == pytest.approx(baselines.mean())
    assert table["baseline_paired"].to_numpy() == pytest.approx(baselines.mean())  # both seeds
    assert table["reached"].to_numpy() == pytest.approx(table["retrained_paired"])
    assert (
        "Nothing to be done" in project.snakemake("--cores", "1", "--configfile", "mine.yaml", "--", "curation").stdout
    )


def test_without_a_metric_to_curate_the_target_says_so(fresh):
    run = fresh.snakemake("--cores", "1", "--configfile", "mine.yaml", "--", "curation", check=False)
    assert run.returncode
    assert "origins: curation: no setup of this run names metrics; set curation.metrics." in run.stdout
