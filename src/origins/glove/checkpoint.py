"""The state of a training in a file, so that a killed training can resume."""

import hashlib
import logging
import time
import zipfile
from functools import cached_property
from pathlib import Path

import numpy as np

from origins.cooccurrence.matrix import Cooccurrence
from origins.files.atomic import partial_of, replacing
from origins.glove.schedule import GROUP_BYTES, MIN_GROUPS

log = logging.getLogger(__name__)
ROWS = 32  # of X that are read at once


class Checkpoint:
    """Saves the state at most every `seconds`, atomically; without a path it does nothing."""

    def __init__(self, path: Path | None, settings: object, X: Cooccurrence, seconds: float):
        self.path = Path(path) if path else None
        self.settings = settings
        self.X = X
        self.seconds = seconds
        self.saved = time.monotonic()

    @cached_property
    def fingerprint(self) -> str:
        """Identifies a training by the settings and counts that determine its bits; the number of threads does not.

        The code is not among them: its bits are the same in every version (tests/unit/glove/test_bits.py).
        """
        decisive = {key: value for key, value in vars(self.settings).items() if key != "threads"}
        digest = hashlib.blake2b(repr((GROUP_BYTES, MIN_GROUPS, decisive, int(self.X.unit))).encode())
        digest.update(np.ascontiguousarray(self.X.indptr).data)
        for part in (1, 2):  # all contexts, then all counts
            for words in np.array_split(np.arange(self.X.words), -(-self.X.words // ROWS)):
                digest.update(self.X.rows_of(words)[part].data)
                self.X.release()
        return digest.hexdigest()

    def load(self, words: np.ndarray, contexts: np.ndarray, losses: np.ndarray) -> int:
        """Fill the arrays from the file and return the number of epochs done: 0 if there is none for this training."""
        if not self.path or not self.path.exists():
            return 0
        try:
            with np.load(self.path) as state:
                if str(state["fingerprint"]) != self.fingerprint:
                    log.warning("%s belongs to another training; starting over", self.path)
                    return 0
                words[:], contexts[:], losses[:] = state["words"], state["contexts"], state["losses"]
                log.info("resuming from %s after epoch %d", self.path, state["epoch"])
                return int(state["epoch"])
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            log.warning("%s cannot be read; starting over", self.path)
            return 0

    def save(self, words: np.ndarray, contexts: np.ndarray, losses: np.ndarray, epoch: int) -> None:
        """Write the state if the last save was long enough ago."""
        if not self.path or time.monotonic() - self.saved < self.seconds:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(self.path) as file:
            np.savez(file, words=words, contexts=contexts, losses=losses, epoch=epoch, fingerprint=self.fingerprint)
        self.saved = time.monotonic()

    def remove(self) -> None:
        """Remove all files of a finished training."""
        if self.path:
            self.path.unlink(missing_ok=True)
            partial_of(self.path).unlink(missing_ok=True)  # of a run that was killed
