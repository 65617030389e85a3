"""GloVe, trained in parallel and yet the same to the last bit for a seed, whatever the number of threads."""
