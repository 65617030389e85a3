"""NumPy files that grow: arrays larger than memory are appended piece by piece, then memory-mapped."""

import mmap
from pathlib import Path

import numpy as np


class NpyWriter:
    """Append one-dimensional arrays to a .npy file. NumPy leaves room in the header for the final length."""

    def __init__(self, path: Path, dtype: type):
        self.dtype = np.dtype(dtype)
        self.length = 0
        self._file = Path(path).open("wb")  # noqa: SIM115 - closed by __exit__
        self._write_header()

    def append(self, values: np.ndarray) -> None:
        """Append the values."""
        self._file.write(np.ascontiguousarray(values, dtype=self.dtype).data)
        self.length += len(values)

    def _write_header(self) -> None:
        np.lib.format.write_array_header_1_0(
            self._file,
            {"descr": np.lib.format.dtype_to_descr(self.dtype), "fortran_order": False, "shape": (self.length,)},
        )

    def __enter__(self) -> "NpyWriter":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.seek(0)
        self._write_header()
        self._file.close()


def release(*mapped: np.ndarray) -> None:
    """Give the memory of files mapped for reading back to the system; what is needed again is read again.

    Does nothing to other arrays.
    """
    for values in mapped:
        if isinstance(values, np.memmap) and values.mode == "r":
            values._mmap.madvise(mmap.MADV_DONTNEED)  # type: ignore[attr-defined]


def read_only(values: np.ndarray) -> np.ndarray:
    """A read-only view, so that kernels are compiled once for mapped and for ordinary arrays."""
    view = np.asarray(values).view()
    view.flags.writeable = False
    return view
