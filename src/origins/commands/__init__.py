"""Command-line tools: one module per command, with `add` (its options) and `run` (its work)."""
