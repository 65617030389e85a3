"""Methods and citation: the settings and versions of a run, and how to cite it."""

import platform
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import PurePath
from typing import Any

import origins
from origins.report.html import table

PACKAGES = ("numpy", "scipy", "pandas", "numba", "gensim", "snakemake")
PATHS = (("corpus", "path"), ("corpus", "metadata"))
BIBTEX = """\
@inproceedings{brunet2019origins,
  title     = {Understanding the Origins of Bias in Word Embeddings},
  author    = {Brunet, Marc-Etienne and Alkalay-Houlihan, Colleen and Anderson, Ashton and Zemel, Richard},
  booktitle = {Proceedings of the 36th International Conference on Machine Learning (ICML)},
  year      = {2019},
  eprint    = {1810.03611},
  archivePrefix = {arXiv}
}
@software{origins,
  title   = {Origins: which documents gave this word embedding its bias, and how sure are we?},
  author  = {{The Origins authors}},
  version = {%s}
}
"""


def settings(resolved: Mapping[str, Any]) -> str:
    """Every setting of a run, without the folders of its files."""
    rows = []
    for section, values in resolved.items():
        if section in ("metrics", "further_metrics"):
            rows.append([section, ", ".join(values) or "none"])
        else:
            rows += [[f"{section}.{name}", _value(section, name, value)] for name, value in values.items()]
    return table(["setting", "value"], rows, caption="Settings")


def _value(section: str, name: str, value: Any) -> str:
    if value is not None and (section == "pretrained" or (section, name) in PATHS):
        return PurePath(value).name  # the folder is private
    return ", ".join(map(str, value)) if isinstance(value, list) else "none" if value is None else str(value)


def versions() -> str:
    """Of this software and of the packages that its numbers depend on."""
    rows = [
        ["origins", origins.__version__],
        ["Python", platform.python_version()],
        *([package, version(package)] for package in PACKAGES),
    ]
    return table(["program", "version"], rows, caption="Versions")
