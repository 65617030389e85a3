"""Other representations of words than GloVe: PPMI and word2vec."""
