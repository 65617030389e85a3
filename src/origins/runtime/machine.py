"""What computed a result: the CPU, Python and the packages whose versions can change bits."""

import platform
import resource
from importlib.metadata import version
from pathlib import Path

from origins.errors import OriginsError

PACKAGES = ("gensim", "numba", "numpy", "pandas", "pyarrow", "scipy", "snakemake")
DECISIVE = ("numba", "numpy", "scipy")  # for the bits of a result
LEAST_MEMORY = 2_000_000_000  # bytes of address space that Python and its libraries take before any data


def describe() -> dict[str, str]:
    """This machine and its packages, without the names of hosts or people."""
    from llvmlite import binding  # imported only in jobs: planning has to be quick

    return {
        "cpu": _cpu(),
        "cpu_target": binding.get_host_cpu_name(),  # what kernels are compiled for
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
    }


def key() -> str:
    """The platform on which the same input gives the same bits, such as

    Linux x86_64 znver4, numba 0.68.0, numpy 2.4.0, scipy 1.17.0
    """
    about = describe()
    versions = ", ".join(f"{name} {about[name]}" for name in DECISIVE)
    return f"{about['system']} {about['cpu_target']}, {versions}"


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.processor())


def check_memory() -> None:
    """Refuse to start where so little memory may be used (ulimit -v) that libraries hang or abort as they load."""
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit != resource.RLIM_INFINITY and limit < LEAST_MEMORY:
        raise OriginsError(
            f"only {limit / 1e9:.1f} GB of memory may be used here (ulimit -v), but {LEAST_MEMORY / 1e9:.0f} GB are "
            "needed; raise the limit."
        )
