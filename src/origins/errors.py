"""The one exception meant for users, and what to tell them of the failures that a machine causes."""

import errno
import re
import resource

UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
WRONG_PATH = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.ENAMETOOLONG)


class OriginsError(Exception):
    """One sentence that names the file, line or config key, and says what to do. Shown without a traceback."""


def sentence_of(error: BaseException) -> str | None:
    """What to tell the user, if the user can fix it; None if it is a mistake of ours, whose traceback we need."""
    if isinstance(error, OriginsError):
        return UNPRINTABLE.sub(" ", str(error))  # it may quote a corpus, whose text could move the cursor
    if _is_lack_of_memory(error):
        return "there is not enough memory; use fewer cores, lower cooccurrence.memory_mb, or use a larger machine."
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        # NumPy says "7 requested and 3 written" when a disk is full
        if error.errno in (errno.ENOSPC, errno.EDQUOT) or re.search(r"\d+ requested and \d+ written", str(error)):
            return f"{where}the disk is full or the quota reached; free some space and run again."
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            return f"{where}not allowed ({error.strerror}); make it writable and run again."
        if error.errno == errno.EPIPE:
            return f"{where}the program that reads the output has ended."
        if error.errno in WRONG_PATH and error.filename:
            return f"{where}cannot be used ({error.strerror}); check the path."
    return None


def _is_lack_of_memory(error: BaseException) -> bool:
    """NumPy, Arrow, the system, its threads and its loader of libraries each say it in their own way."""
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return True
    words = ["can't start new thread", "failed to map segment", "annot allocate memory"]
    if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
        words.append("Could not find/load shared object file")  # LLVM's, of any reason
    return isinstance(error, RuntimeError | ImportError | OSError) and any(each in str(error) for each in words)
