"""Every relative link in the documentation leads somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/*/*.md"), ROOT / "results/README.md"]


def anchors(page: Path) -> set[str]:
    """The headings of a page, as GitHub names them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(page):
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text()):
        if "://" not in link:
            target, _, anchor = link.partition("#")
            file = page.parent / target if target else page
            assert file.exists(), link
            assert not anchor or anchor in anchors(file), link


def test_the_rules_that_the_method_names_exist():
    text = (ROOT / "docs/method.md").read_text()
    named = re.findall(r"((?:`\w+`(?:, )?)+) in \[[\w.]+\]\(\.\./(workflow/rules/\w+\.smk)\)", text)
    assert len(named) > 15
    for rules, file in named:
        defined = set(re.findall(r"^rule (\w+):", (ROOT / file).read_text(), re.MULTILINE))
        assert set(re.findall(r"\w+", rules)) <= defined, (rules, file)
