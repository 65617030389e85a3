"""The one exception meant for users."""


class OriginsError(Exception):
    """One sentence that names the file, line or config key, and says what to do. Shown without a traceback."""
