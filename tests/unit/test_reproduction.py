"""Every number that README.md and docs/reproduction/README.md report of the run is the one that the run gave.

Tables are compared cell by cell. Sentences are rebuilt from the tables of the run and have to stand in the text word
for word; whatever decimal number or percentage is then left in the prose is a number that nobody checks, and fails.
"""

import re
import sys
import tarfile
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
from claims import REPRODUCTION, claims, claims_of_the_readme, read, reported
from doc_pages import prose_of, table_of, text_of, unchecked

from origins import config
from origins.experiment.sets import all_sets, retrains, transfer_sets

sys.path.insert(0, str(REPRODUCTION))
import kept

ROOT = Path(__file__).parents[2]
PAGE = REPRODUCTION / "README.md"
R2 = "r² of predicted and retrained {}, 10 targeted sets, influence, {}"
# the rows of the pages' tables, and the rows of the run's comparison with the paper that they show
ROWS = {
    "documents": "number of documents",
    "tokens": "number of tokens",
    "vocabulary": "vocabulary size",
    "TOP-1 analogies": "TOP-1 analogies",
    "baseline WEAT 1": "baseline weat1",
    "baseline WEAT 2": "baseline weat2",
    "r² of predicted and retrained WEAT 1, 10 sets": R2.format("weat1", "unpaired"),
    "r² of predicted and retrained WEAT 2, 10 sets": R2.format("weat2", "unpaired"),
    "the same, paired by seed, WEAT 1; WEAT 2": R2.format("weat[12]", "paired"),
    "targeted sets that differ from the baseline (Welch, p < 0.05)": "targeted sets that differ .*",
    "change of TOP-1 analogies without a targeted set": "change of TOP-1 analogies in GloVe .*",
    "smallest set whose mean WEAT 1 has the opposite sign": "smallest set that reverses weat1",
    "WEAT 1 in word2vec without the largest `decrease` set": "weat1 in word2vec .*",
    "r² of WEAT in GloVe and in PPMI, 2000 random word sets": "r² of WEAT in GloVe and in ppmi, .*",
    "r² of WEAT in GloVe and in word2vec, 2000 random word sets": "r² of WEAT in GloVe and in word2vec, .*",
    "r² of log frequency and movement on the gender axis": "r² of log frequency .* weat1",
    "of the 50 most influential documents, without any target word": "of the 50 .* weat1, without .*",
}
OF_THE_README = {
    "baseline WEAT 1": "baseline weat1",
    "baseline WEAT 2": "baseline weat2",
    "r² of predicted and retrained bias, WEAT 1; WEAT 2": R2.format("weat[12]", "unpaired"),
    "targeted sets that differ from the baseline (Welch, p < 0.05)": "targeted sets that differ .*",
    "r² of WEAT in GloVe and in word2vec, 2000 random word sets": "r² of WEAT in GloVe and in word2vec, .*",
}


def test_every_cell_of_the_comparison_is_what_the_run_gave():
    table = table_of(PAGE, "ours")
    assert list(table.index) == [*ROWS]
    for label, row in table.iterrows():
        for column in ("paper, Wiki", "ours", "paper, NYT"):
            assert row[column] == reported(ROWS[label], column), (label, column)


def test_every_cell_of_the_readme_is_what_the_run_gave():
    table = table_of(ROOT / "README.md", "ours")
    assert list(table.index) == [*OF_THE_README]
    for label, row in table.iterrows():
        assert row["ours"] == reported(OF_THE_README[label], "ours"), label
        wiki, nyt = (reported(OF_THE_README[label], paper) for paper in ("paper, Wiki", "paper, NYT"))
        assert row["paper"] == (wiki or f"{nyt} (New York Times)"), label


def test_every_sentence_with_numbers_says_what_the_run_gave():
    assert not unchecked(PAGE, claims()), "no table is compared with these numbers"


def test_the_readme_says_what_the_run_gave():
    text, section = " ".join(text_of(ROOT / "README.md").split()), prose_of(ROOT / "README.md")
    section = section.partition("## Does it reproduce?")[2].partition("##")[0]
    assert "retrains per set" in section
    for claim in claims_of_the_readme():
        assert text.count(claim) == 1, f"the tables say: {claim}"
        section = section.replace(claim, "")
    assert not re.findall(r"\d+\.\d+|\d+ ?%", section), "no table is compared with these numbers"


def test_word_sets_agree_by_frequency_as_in_the_run():
    table = table_of(PAGE, "r² with PPMI")
    by_frequency = read("word_sets_by_frequency")
    assert [int(words.replace(",", "")) for words in table.index] == sorted(by_frequency["words"].unique())
    for row in by_frequency.itertuples():
        heading = {"ppmi": "r² with PPMI", "word2vec": "r² with word2vec"}[row.representation]
        told = f"{row.r2:.3f} ({row.r2_low:.3f} to {row.r2_high:.3f})"
        assert table[heading][f"{row.words:,}"] == told


def test_ppmi_and_influence_choose_as_in_the_run():
    table = table_of(PAGE, "ours: PPMI's")
    comparison = read("ppmi_comparison")
    assert list(table.index) == [f"{row.documents} to {row.objective}" for row in comparison.itertuples()]
    for row in comparison.itertuples():
        told = table.loc[f"{row.documents} to {row.objective}"]
        what = f"change of weat1 without {row.documents} documents to {row.objective} it: .*"
        for who in ("paper", "ours"):
            both = ", ".join(told[f"{who}: {name}"] for name in ("PPMI's", "`influence`'s"))
            assert both == reported(what, "paper, Wiki" if who == "paper" else who)
    assert "Means over ten retrains are compared with the mean of the ten baselines of the same seeds" in prose_of(PAGE)
    for ranking in ("ppmi", "influence"):
        assert set(comparison[f"{ranking}_retrains"]) == {10} == set(comparison["baselines"])
        np.testing.assert_allclose(comparison[f"{ranking}_change"], comparison[f"{ranking}_paired_change"])


def test_the_page_says_how_many_trainings_are_kept():
    setup = config.resolve(config.load(ROOT / "config.yaml", REPRODUCTION / "config.yaml"))["simplewiki-2021"]
    wanted = Counter()
    for family, each in all_sets(setup):
        part = "single" if each.single else "targeted" if each.kind in ("decrease", "increase") else each.kind
        wanted[part] += retrains(setup, family, each)
    wanted["word2vec"] = setup["word2vec"]["seeds"] * (1 + len(list(transfer_sets(setup))))
    table = table_of(PAGE, "kept").reset_index(drop=True).astype(int)
    assert table.iloc[0].tolist() == [setup["glove"]["seeds"]] * 2
    parts = ["targeted", "ppmi", "random", "single", "word2vec"]
    assert table["planned"].tolist()[1:] == [wanted[part] for part in parts]
    assert table["kept"].tolist()[1:] == [embeddings_in(part) for part in parts]


def embeddings_in(part: str) -> int:
    path = kept.ARCHIVES / f"{part}.tar.xz"
    if not path.exists():
        return 0
    with tarfile.open(path) as archive:
        return sum(name.endswith(".npz") for name in archive.getnames())


def test_nothing_kept_holds_a_text_of_the_corpus():
    loose = [file for file in REPRODUCTION.rglob("*") if file.is_file() and file.suffix != ".xz"]
    for file in loose:
        if file.suffix == ".csv":
            assert longest_cell(file) < 200, file
    assert sum(file.stat().st_size for file in loose) < 7_000_000
    for path in REPRODUCTION.rglob("*.tar.xz"):
        with tarfile.open(path) as archive:
            for entry in archive:
                content = archive.extractfile(entry)
                match Path(entry.name).suffix:
                    case ".csv":
                        assert longest_cell(content) < 200, entry.name
                    case ".txt":  # one id per line
                        assert max(map(len, content.read().split())) < 20, entry.name
                    case suffix:
                        assert suffix in (".npz", ".json"), entry.name


def longest_cell(file) -> int:
    return pd.read_csv(file, dtype=str).fillna("").map(len).to_numpy().max(initial=0)
