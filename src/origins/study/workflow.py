"""The workflow, run from Python: the same rules, files and page as on the command line."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from origins import config
from origins.errors import OriginsError

# Snakemake on its profile; what is said differently here: why a run stopped, where its page is
NOISE = ("Using workflow specific profile", "Stopped. ", "  Open ")


def run(
    folder: Path,
    settings: Path,
    target: str,
    cores: int | None = None,
    quiet: bool = False,
    over: Mapping[str, Any] | None = None,
) -> None:
    """Make a target in `folder` with the settings of a config file; what is there is not made again.

    `over` has settings that are laid over those of the file. Progress goes where print goes, so that it is seen in a
    notebook too.
    """
    if cores is not None and cores < 1:
        raise OriginsError(f"cores: {cores} cannot run anything; use 1 or more.")
    project = config.project()
    command = [
        *(sys.executable, "-m", "snakemake", "--logger", "origins", "--snakefile", project / "Snakefile"),
        *("--workflow-profile", project / "profiles" / "default", "--directory", folder),
        *("--cores", cores or "all", "--configfile", settings),
        *(["--config", *(f"{key}={json.dumps(value)}" for key, value in over.items())] if over else ()),
        *("--", target),
    ]
    reason, unsaid = "", ""
    with subprocess.Popen(
        list(map(str, command)), env=_environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdout
        try:
            for line in io.TextIOWrapper(process.stdout, "utf-8", "replace", newline=""):  # keeps \r of a moving line
                if line.startswith("origins: "):
                    reason = line.removeprefix("origins: ").strip()
                elif quiet:
                    unsaid += line
                elif not line.startswith(NOISE):
                    print(line, end="", flush=True)
        except BaseException:  # Ctrl-C: let Snakemake end its jobs
            process.terminate()
            raise
    if process.returncode:
        print(unsaid if not reason else "", end="", flush=True)
        raise OriginsError(reason or f"the workflow stopped; the lines above and {folder / 'results'}/*/logs say why.")


def _environment() -> dict[str, str]:
    """Ours, with this very package, one cache of compiled kernels, and a line that moves where people look on."""
    places = [str(Path(config.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, places))}
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    environment.setdefault("ORIGINS_KERNELS", str(Path(caches, "origins")))
    if sys.stdout.isatty() or "ipykernel" in sys.modules:
        environment["ORIGINS_MOVING"] = "yes"
    return environment
