"""The page of a real run in a real browser, and what a run says at its beginning and at its end."""

import gzip
import json
import re

import pandas as pd
import pytest

from origins.analysis.evaluation import sampling_error
from origins.report.numbers import decimals, number

pytestmark = pytest.mark.xdist_group("workflow")


@pytest.fixture
def results(finished):
    return finished.folder / "results" / "mine"


def test_the_page_of_a_run_opens_from_disk(browser, results):
    browser.open(results / "report" / "index.html")
    browser.find("#clear").click()
    assert browser.find("#status").text == "80 of 80 documents"
    browser.find("#row-0").click()
    browser.wait("return document.querySelector('#detail .text mark')")
    assert re.search("WEAT 1( would be lower by|: predicted Δ)", browser.find("#detail .sentence").text)
    baseline = browser.find("#whatif-app .empty").text
    browser.find("#row-0 input").click()
    assert browser.find("#predicted").text not in baseline
    browser.choose("#prepared", "5 documents chosen by the paper’s estimator to lower the score")
    assert "a prediction for the set as a whole" in browser.find("#whatif .how").text
    assert browser.run("return [...document.images].every(image => image.complete || image.loading === 'lazy')")
    assert browser.problems() == []
    assert all(address.startswith("file:") for address in browser.requests() if address != "about:blank")


def test_the_page_shows_the_texts_of_the_corpus(finished, results):
    texts = {each["id"]: each["text"] for each in map(json.loads, (finished.folder / "mine.jsonl").open())}
    with gzip.open(results / "explanations" / "weat1.json.gz") as file:
        explained = json.load(file)["documents"]
    assert len(explained) == 80
    for document in explained:
        assert "".join(document["parts"]) == texts[document["id"]]
        assert any(document["values"])


def test_the_page_says_how_far_the_bias_hangs_on_the_choice_of_documents(results):
    error = sampling_error(pd.read_csv(results / "scores" / "weat1.csv")["delta_mean"])
    assert f"± {number(error, decimals(error))} for WEAT 1" in (results / "report" / "index.html").read_text()


def test_all_that_the_page_links_to_is_beside_it(results):
    page = (results / "report" / "index.html").read_text()
    links = set(re.findall(r'(?:src|href)="([^"#]+)"', page))
    assert {"figures/baseline.png", "figures/means_relearn_weat1.pdf"} <= links
    assert all((results / "report" / link).exists() for link in links)


def test_a_run_says_first_what_it_will_do_and_a_dry_run_does_not(fresh):
    target = ["--configfile", "mine.yaml", "--", "results/mine/baseline/embedding-1.npz"]
    assert "to do (" not in fresh.snakemake("--dry-run", *target).stdout
    output = fresh.snakemake("--cores", "1", *target).stdout
    plan = output.index("mine: 1 training to do (1 baseline), GloVe with 4 epochs over about 0.1 million")
    assert plan < output.index("rule documents")


def test_the_page_is_the_same_to_the_last_byte_when_made_again(finished, results, tmp_path):
    project = finished.copy(tmp_path / "copy")
    before = {file: file.read_bytes() for file in sorted((results / "report").rglob("*")) if file.is_file()}
    project.snakemake("--cores", "1", "--configfile", "mine.yaml", "--forcerun", "report", "explain_documents")
    after = project.folder / "results" / "mine" / "report"
    assert {file.relative_to(results / "report"): content for file, content in before.items()} == {
        file.relative_to(after): file.read_bytes() for file in sorted(after.rglob("*")) if file.is_file()
    }
