"""docs/tutorial.ipynb, run from its first cell to its last; its tables must be those that it shows."""

import ast
import json

import pandas as pd
import pytest
from projects import ROOT

pytestmark = [pytest.mark.xdist_group("workflow"), pytest.mark.slow]

CELLS = json.loads((ROOT / "docs" / "tutorial.ipynb").read_text())["cells"]


def run(source: str, names: dict) -> object:
    """Run a cell as a notebook does: the value of its last line is what it shows."""
    *lines, last = ast.parse(source).body
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    if isinstance(last, ast.Expr):
        return eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return exec(compile(ast.Module([last], []), "cell", "exec"), names)


def shown(cell: dict) -> str:
    """The value that the notebook shows below a cell, as text."""
    values = [output["data"]["text/plain"] for output in cell["outputs"] if output["output_type"] == "execute_result"]
    return "".join("".join(value) for value in values)


def test_the_tutorial_runs_and_shows_what_it_found(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ORIGINS_KERNELS", str(ROOT / "results" / ".numba"))
    names: dict = {}
    tables = 0
    with pd.option_context("display.float_format", None, "display.max_columns", 20, "display.width", 80):
        for cell in CELLS:
            if cell["cell_type"] == "code":
                value = run("".join(cell["source"]), names)
                if isinstance(value, pd.DataFrame):
                    assert repr(value) == shown(cell)
                    tables += 1
    assert tables == 5
    assert (tmp_path / "page" / "index.html").exists()
    change = names["top"].bias.loc["career", "predicted_change"]
    assert change < -0.5  # the finding that the text speaks of
