"""Sections 5.3 to 5.5 of the paper: PPMI, word2vec, single words and the most influential documents."""

from collections.abc import Mapping

import pandas as pd

from origins.analysis.transfer import OBJECTIVES
from origins.report import paper
from origins.report.paper_row import Row

AUTHORS_WEAT = "the authors use the population deviation over all target words but the last"


def ppmi_rows(table: pd.DataFrame) -> list[Row]:
    """Appendix table: the change of bias when PPMI, and when influence, chose the documents."""
    reported = {
        (OBJECTIVES[kind], size): f"{ppmi:+g} %, {ours:+g} %" for kind, size, ppmi, ours in paper.PPMI_COMPARISON
    }
    what = "change of {} without {} documents to {} it: PPMI's, influence's"
    where, file, papers = "Section 5.3, Table 5", "tables/ppmi_comparison.csv", "10 retrains"
    if table.empty:  # the paper's table all the same
        note = "no set chosen by PPMI was retrained; see perturbation.rankings"
        return [
            Row(where, what.format("weat1", size, objective), "not run", file, {"wiki": said}, "", papers, note)
            for (objective, size), said in reported.items()
        ]
    rows = []
    for row in table.itertuples():
        known = row.metric == "weat1" and (row.objective, row.documents) in reported
        said = {"wiki": reported[row.objective, row.documents]} if known else {}
        paired = f"paired {row.ppmi_paired_change:+.0f} %, {row.influence_paired_change:+.0f} %"
        rows.append(
            Row(
                where if said else "not in the paper",
                what.format(row.metric, row.documents, row.objective),
                f"{row.ppmi_change:+.0f} %, {row.influence_change:+.0f} %",
                file,
                said,
                f"{row.baselines} baselines, {row.ppmi_retrains} and {row.influence_retrains} retrains",
                papers if said else "",
                paired,
            )
        )
    return rows


def ppmi_overlap_rows(table: pd.DataFrame) -> list[Row]:
    """How many documents PPMI's ranking shares with the authors' way to update PPMI; `table` has all metrics."""
    return [
        Row(
            "not in the paper",
            f"documents of PPMI's sets for {metric} that the authors' update of PPMI chooses, too",
            f"{100 * shares.min():.0f} to {100 * shares.max():.0f} %",
            f"tables/ppmi_overlap_{metric}.csv",
            note="we sum and recount PPMI's marginals exactly; "
            "theirs are word counts, updated in the document's pairs only",
        )
        for metric, shares in table.groupby("metric", sort=False)["share"]
    ]


def word_set_rows(table: pd.DataFrame) -> list[Row]:
    """How well WEAT of random word sets in GloVe agrees with that in other representations."""
    return [
        Row(
            {"ppmi": "Section 5.3, Figure 9", "word2vec": "Appendix D, Figure 9"}[row.representation],
            f"r² of WEAT in GloVe and in {row.representation}, {row.n:,} random word sets",
            f"{row.r2:.3f} ({row.r2_low:.3f} to {row.r2_high:.3f})",
            "tables/word_sets_agreement.csv",
            {"nyt": f"{paper.RANDOM_WORD_SETS[row.representation]:.3f}"},
            f"{row.glove_embeddings} of GloVe" + (f", {row.embeddings} of word2vec" if other else ""),
            "5 of GloVe" + (", 5 of word2vec" if other else ""),
            AUTHORS_WEAT if other else "",
        )
        for row in table.itertuples()
        for other in [row.representation == "word2vec"]
    ]


def transfer_rows(table: pd.DataFrame) -> list[Row]:
    """WEAT in word2vec and in PPMI before and after removing the largest decrease set, and beside that in GloVe.

    `table` is `transfer.transfer_table` with the number of all documents in `documents`.
    """
    rows, changes = [], {}
    for (representation, metric), sets in table.groupby(["representation", "metric"], sort=False):
        largest = sets[sets["kind"] == "decrease"].nlargest(1, "size")
        base = sets.query("set == 'baseline'")
        if largest.empty or base.empty:
            continue
        change = f"{base['mean'].iloc[0]:.2f} → {largest['mean'].iloc[0]:.2f}"
        if metric == "weat1":
            changes[representation] = largest["set"].iloc[0], change
        if representation == "glove":
            continue
        is_papers = representation == "word2vec" and metric == "weat1"
        before, after = paper.WORD2VEC["baseline"], paper.WORD2VEC["decrease-10000"]
        share = 100 * largest["size"].iloc[0] / largest["documents"].iloc[0]
        note = f"without {share:.2g} % of the documents"
        if is_papers:
            note += f" (the paper's: less than 1 %); {AUTHORS_WEAT}"
        rows.append(
            Row(
                "Section 5.4, Figure 4" if metric == "weat1" else "not in the paper",
                f"{metric} in {representation} without {largest['set'].iloc[0]}",
                change,
                "tables/transfer.csv",
                {"nyt": f"{before:.2f} → {after:.2f} (decrease-10000)" if is_papers else "figure"}
                if metric == "weat1"
                else {},
                "no seed"
                if representation == "ppmi"
                else f"{base['runs'].iloc[0]} and {largest['runs'].iloc[0]} seeds",
                "5 seeds" if is_papers else "",
                note,
            )
        )
    return [*rows, *_responses(changes)]


def _responses(changes: Mapping[str, tuple[str, str]]) -> list[Row]:
    """WEAT 1 in GloVe beside its response elsewhere; by representation, the set that was removed and the change."""
    removed = {name for name, _ in changes.values()}
    if "glove" not in changes or len(changes) < 2 or len(removed) > 1:
        return []
    return [
        Row(
            "Section 5.4, Figure 4",
            f"weat1 without {removed.pop()}, by representation",
            ", ".join(f"{representation} {change}" for representation, (_, change) in changes.items()),
            "tables/transfer.csv",
            {"nyt": "PPMI and word2vec: weaker, but a clear change"},
        )
    ]


def projection_rows(table: pd.DataFrame) -> list[Row]:
    """Figure 5 in one number: mean projection of S minus that of T; `table` is `projection.projection_table`s."""
    rows = []
    for metric, words in table.groupby("metric", sort=False):
        seeds = words.groupby("condition", sort=False)["seed"].nunique()
        means = words.pivot_table("projection", "condition", "side")
        apart = (means["S"] - means["T"]).reindex(seeds.index)
        rows.append(
            Row(
                "Section 5.4, Figure 5" if metric == "weat1" else "not in the paper",
                f"S minus T on the axis of {metric}: "
                + ", ".join(f"without {name}" if name != "baseline" else name for name in apart.index),
                ", ".join(f"{value:+.3f}" for value in apart),
                f"tables/projection_{metric}.csv",
                {"nyt": "strong response in the expected directions"} if metric == "weat1" else {},
                ", ".join(map(str, seeds)) + " seeds",
                paper.RUNS if metric == "weat1" else "",
            )
        )
    return rows


def frequency_rows(table: pd.DataFrame) -> list[Row]:
    """How well a target word's frequency tells how far the largest sets move it; `retrains` are those of each set."""
    return [
        Row(
            "Section 5.5" if row.metric == "weat1" else "not in the paper",
            f"r² of log frequency and movement on the axis, {row.n} target words of {row.metric}",
            f"{row.r2:.3f} ({row.r2_low:.3f} to {row.r2_high:.3f})",
            f"tables/frequency_fit_{row.metric}.csv",
            {"nyt": f"{paper.FREQUENCY:.3f}"} if row.metric == "weat1" else {},
            f"{row.retrains} retrains",
            "5 retrains" if row.metric == "weat1" else "",
        )
        for row in table.itertuples()
    ]


def document_rows(table: pd.DataFrame) -> list[Row]:
    """The most influential documents: Δ, how many have no target word, how many have the rarest words.

    `baselines` says over how many embeddings Δ is averaged.
    """
    rows = []
    for metric, documents in table.groupby("metric", sort=False):
        is_papers, file = metric == "weat1", f"tables/secondary_{metric}.csv"
        runs, papers = f"{documents['baselines'].iloc[0]} baselines", "10 baselines" if is_papers else ""
        section = "Section 5.5" if is_papers else "not in the paper"
        for direction, listed in documents.groupby("document", sort=False):
            first, last = listed["delta_percent"].iloc[[0, -1]]
            ends = paper.INFLUENTIAL[direction]
            rows.append(
                Row(
                    "Appendix E" if is_papers else "not in the paper",
                    f"{metric}: first and last Δ of the {len(listed)} most {direction} documents, in % of the baseline",
                    f"{first:+.2f}, {last:+.2f}",
                    f"tables/influential_{metric}.csv",
                    {"nyt": f"{ends[0]:+.2f}, {ends[1]:+.2f}"} if is_papers else {},
                    runs,
                    papers,
                    "percent, as the authors' code lists; it averages percentages of each baseline"
                    if is_papers
                    else "",
                )
            )
        what = f"of the {len(documents)} most influential documents of {metric}"
        none = str(documents["secondary"].sum())
        said = {"nyt": "some"} if is_papers else {}
        rows.append(Row(section, f"{what}, without any target word", none, file, said, runs, papers))
        rarest = documents["rarest"].fillna("")
        words = sorted({word for names in rarest for word in names.split()})
        counts = ", ".join(f"{word} {rarest.str.split().map(lambda names, w=word: w in names).sum()}" for word in words)
        said = {"nyt": "a large portion (astronomy, hers)"} if is_papers else {}
        ours = f"{(rarest != '').sum()} ({counts})" if counts else "0"
        rows.append(Row(section, f"{what}, with the rarest word of a word set", ours, file, said, runs, papers))
    return rows
