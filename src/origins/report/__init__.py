"""The page that people open: which documents gave the embedding its bias, and why."""
