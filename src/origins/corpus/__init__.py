"""From a source to documents: one reader for each kind of corpus, all yielding the same Document."""
