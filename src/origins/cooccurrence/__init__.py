"""The co-occurrence matrix X: exact counts, and what is left of them without some documents."""
