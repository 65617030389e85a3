"""From a notebook or one command: a corpus, a trace of its bias, and questions to the result."""
