"""What computed a result: the CPU, Python and the packages whose versions can change bits."""

import platform
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("gensim", "numba", "numpy", "pandas", "pyarrow", "scipy", "snakemake")
DECISIVE = ("numba", "numpy", "scipy")  # for the bits of a result


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
