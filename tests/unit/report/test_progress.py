import os
import time

import pandas as pd
import pytest

from origins.glove.trainer import GloVe
from origins.report import progress


def setup(**corpus):
    return {
        "corpus": {"kind": "jsonl", "max_total_tokens": None} | corpus,
        "cooccurrence": {"window": 8},
        "glove": {"dimension": 75, "epochs": 60},
        "word2vec": {"epochs": 5},
    }


def test_the_starter_corpus_is_known_before_it_is_counted():
    assert progress.expected_nonzeros(setup(kind="starter"), []) == pytest.approx(9.04e6)


def test_a_source_that_is_not_there_yet_has_no_size(tmp_path):
    missing = [tmp_path / "dump.xml.bz2"]
    assert progress.expected_nonzeros(setup(kind="wikimedia"), missing) is None
    limited = setup(kind="wikimedia", max_total_tokens=20_000_000)
    assert 2.5e7 < progress.expected_nonzeros(limited, missing) < 5e7


def test_more_text_has_more_pairs_but_fewer_for_each_byte(tmp_path):
    sizes = []
    for megabytes in (1, 2, 4):
        file = tmp_path / f"{megabytes}.jsonl"
        file.write_bytes(b" " * megabytes * 1_000_000)
        sizes.append(progress.expected_nonzeros(setup(), [file]))
    assert sizes[0] < sizes[1] < 2 * sizes[0]
    assert sizes[1] < sizes[2] < 2 * sizes[1]


def test_the_plan_says_how_many_trainings_and_how_long(monkeypatch):
    monkeypatch.setattr(progress, "calibrate", lambda dimension: 20e6)
    line = progress.plan("starter", setup(), {"baseline": 5, "retrain": 93}, 9.04e6, True, 2)
    assert line.startswith(
        "starter: 98 trainings to do (5 baselines, 93 retrains), GloVe with 60 epochs over 9.0 million"
    )
    assert "about 26 minutes on 2 cores, at 40 million updates per second, as just measured on this machine." in line
    with_word2vec = progress.plan("starter", setup(), {"baseline": 5, "retrain": 93, "word2vec": 40}, 9.04e6, True, 2)
    assert "138 trainings to do (5 baselines, 93 retrains, 40 of word2vec)" in with_word2vec
    assert "about 30 minutes on 2 cores" in with_word2vec
    rough = progress.plan("starter", setup(), {"baseline": 1, "retrain": 0}, 9.04e6, False, 1)
    assert "1 training to do (1 baseline)" in rough
    assert "(rough: co-occurrences not counted yet)" in rough


def test_small_runs_and_unknown_corpora_are_not_calibrated(monkeypatch):
    monkeypatch.setattr(progress, "calibrate", None)
    assert progress.plan("mine", setup(), {"retrain": 0}, 1e9, True, 2) == "mine: nothing to train."
    assert "less than a minute" in progress.plan("mine", setup(), {"retrain": 3}, 1e5, True, 2)
    assert "the time can be estimated once the corpus has been read." in progress.plan(
        "mine", setup(), {"retrain": 3}, None, False, 2
    )


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(5, "a minute"), (1600, "27 minutes"), (9000, "2.5 hours"), (400_000, "4.6 days")],
)
def test_durations_are_in_words(seconds, text):
    assert progress.duration(seconds) == f"about {text}"


def test_the_calibration_measures_one_thread_of_the_trainer(monkeypatch):
    trained = []
    fit = GloVe.fit
    monkeypatch.setattr(GloVe, "fit", lambda model, *a, **kw: trained.append(model.threads) or fit(model, *a, **kw))
    assert progress.calibrate(8, epochs=2) > 1000
    assert trained == [1]  # the plan multiplies by the cores


def test_headlines_say_what_came_out_and_where_to_look(tmp_path):
    assert progress.headlines(tmp_path) == []
    (tmp_path / "report").mkdir()
    (tmp_path / "tables").mkdir()
    (tmp_path / "report" / "index.html").write_text("")
    row = {"metric": "weat1", "seeds": 5, "mean": 0.2593, "std": 0.2356}
    pd.DataFrame([row]).to_csv(tmp_path / "tables" / "baseline.csv")
    row = {"metric": "weat1", "estimator": "relearn", "sets": "targeted", "of": "delta", "r2": 0.9972}
    pd.DataFrame([row]).to_csv(tmp_path / "tables" / "correlation.csv")
    first, last = progress.headlines(tmp_path)
    assert first == "  weat1: 0.259 (± 0.236) over 5 baselines; predicted and retrained agree with r² 0.997"
    assert str(tmp_path / "report" / "index.html") in last


def test_the_page_of_trace_leads_to_the_full_one_until_it_is_made_again(tmp_path):
    trace, report = (tmp_path / name / "index.html" for name in ("trace", "report"))
    assert progress.page_of(tmp_path) is None
    for age, page in ((10, trace), (5, report)):
        page.parent.mkdir()
        page.write_text(f"<p>{page.parent.name}")
        os.utime(page, (time.time() - age,) * 2)
        assert progress.page_of(tmp_path) == page
    progress.lead_on(tmp_path)
    assert "../report/index.html" in trace.read_text()
    assert progress.page_of(tmp_path) == report
    trace.write_text("<p>of other settings")
    progress.lead_on(tmp_path)
    assert trace.read_text() == "<p>of other settings"
    assert progress.page_of(tmp_path) == trace
