"""Replays, which a setup asks for."""

import pandas as pd
import pytest

pytestmark = pytest.mark.xdist_group("workflow")


def test_replays_are_compared_with_retrains_that_are_there_already(finished, tmp_path):
    project = finished.copy(tmp_path / "project")
    run = project.snakemake("--dry-run", "--configfile", "mine.yaml", "--", "replay", check=False)
    assert run.returncode != 0
    assert "origins: no setup of this run asks for replays; set replay.documents." in run.stdout
    project.configure(replay={"documents": 3})
    tables = project.folder / "results" / "mine" / "tables"
    wanted = ["replay", "results/mine/tables/single_documents.csv"]
    assert project.planned("--", *wanted) == {"replay_words", "replay_table", "replay", "evaluate"}
    before = pd.read_csv(tables / "single_documents.csv")
    project.snakemake("--cores", "2", "--configfile", "mine.yaml", "--", *wanted)

    replayed = pd.read_csv(tables / "replay.csv")
    assert len(replayed) == 3
    assert set(replayed["seeds"]) == {2}
    scores = pd.read_parquet(tables.parent / "scores" / "weat1.parquet").set_index("id")
    strongest = scores["delta_mean"].abs().sort_values(ascending=False)
    assert list(replayed["id"]) == list(strongest.index[:3])
    assert list(replayed["relearn_mean"]) == pytest.approx(list(scores.loc[replayed["id"], "delta_mean"]), rel=1e-6)

    after = pd.read_csv(tables / "single_documents.csv")
    pd.testing.assert_frame_equal(after[after["estimator"] != "replay"].reset_index(drop=True), before)
    by_replay = after[after["estimator"] == "replay"]
    assert set(by_replay["set"]) == set(before["set"])
    by_relearn = before[before["estimator"] == "relearn"]
    assert list(by_replay["true_delta"]) == list(by_relearn["true_delta"])
