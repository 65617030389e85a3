"""The experiment: which sets of documents are removed, and what is measured in each embedding."""
