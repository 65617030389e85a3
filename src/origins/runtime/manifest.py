"""manifest.json: for every result of a setup, the input, settings, seed, code, packages and CPU that made it."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from origins import __version__
from origins.files.fingerprints import sha256_of
from origins.runtime.job import MADE_BY

# `trace` is the page that people read until there is the full one, to which it then leads
LEFT_OUT = {"logs", "benchmarks", "manifest.json", "settings.yaml", "trace"}

Maker = Callable[[str], tuple[dict[str, Any], Path] | None]


def describe(
    results: Path,
    source: Iterable[Path],
    setup: str,
    settings: Mapping[str, Any],
    retrains: Mapping[str, int],
    maker: Maker,
) -> dict[str, Any]:
    """The manifest of a results folder. It holds no times: the same results on the same machines give the same bytes.

    `retrains` has the number of retrains by set. `maker` maps a file to its rule, wildcards and code, and to the log of
    its job, which names the machine.
    """
    machines: list[dict[str, str]] = []
    entries = {}
    for path in sorted(results.rglob("*")):
        name = path.relative_to(results)
        if not path.is_file() or name.parts[0] in LEFT_OUT or any(part.startswith(".") for part in name.parts):
            continue
        entries[str(name)] = entry = _content(path)
        if made := maker(str(path)):
            about, log = made
            entry |= about
            if found := machine_of(log):
                if found not in machines:
                    machines.append(found)
                entry["machine"] = machines.index(found)
    return {
        "setup": setup,
        "origins": __version__,
        "settings": settings,
        "seeds": {
            "baselines": list(range(1, settings["glove"]["seeds"] + 1)),
            "retrains": {name: list(range(1, seeds + 1)) for name, seeds in retrains.items()},
        },
        "input": {str(path): _content(path) for path in _files(source)},
        "machines": machines,
        "results": entries,
    }


def machine_of(log: Path) -> dict[str, str] | None:
    """The machine that a job's log names, if any."""
    try:
        found = re.search(rf" {MADE_BY}(\{{.*\}})$", log.read_text(), re.MULTILINE)
    except OSError:
        return None
    return json.loads(found[1]) if found else None


def _content(path: Path) -> dict[str, Any]:
    return {"bytes": path.stat().st_size, "sha256": sha256_of(path)}


def _files(paths: Iterable[Path]) -> list[Path]:
    found = [file for path in paths for file in (path.rglob("*") if path.is_dir() else [path]) if file.is_file()]
    return sorted(file for file in found if not file.name.startswith("."))
