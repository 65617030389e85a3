"""What the paper reports (Brunet et al., ICML 2019), to set beside what we measure. Setups: wiki and nyt."""

# Table "Experimental Setups"
CORPORA = {
    "wiki": {"documents": 29_344, "tokens": 17_033_637, "vocabulary": 44_806},
    "nyt": {"documents": 1_412_846, "tokens": 975_624_317, "vocabulary": 213_687},
}
ANALOGIES = {"wiki": 0.35, "nyt": 0.54}  # TOP-1, approximate

# Table "Baseline WEAT Effect Sizes": mean and standard deviation over 10 embeddings
BASELINE = {
    "wiki": {"weat1": (0.957, 0.150), "weat2": (0.108, 0.213)},
    "nyt": {"weat1": (1.14, 0.124), "weat2": (1.32, 0.056)},
}

# Table "Correlation of Approximated and Validated Mean Biases": r² over the targeted sets
CORRELATION = {
    "wiki": {"weat1": 0.986, "weat2": 0.993},
    "nyt": {"weat1": 0.995, "weat2": 0.997},
}

# Section 5.2: sets whose biases differ from the baseline's at p < 0.05 (Welch), and sets tested; both setups together
WELCH = {"random": (2, 36), "targeted": (38, 40)}

# Table "A comparison ... PPMI baseline technique" (wiki, WEAT 1, 10 retrains): (set, size, Δ in percent of the baseline
# when the PPMI representation chose the documents, and when the paper's method did). The paper's sign here is that of
# the change, B(w̃) − B(w), and it names sets by what their removal is for.
OBJECTIVES = {"decrease": "correct", "increase": "aggravate"}
PPMI_COMPARISON = (
    ("decrease", 300, -67, -187),
    ("decrease", 100, -50, -147),
    ("decrease", 30, -23, -57),
    ("decrease", 10, -4, -40),
    ("increase", 10, -0.5, 32),
    ("increase", 30, 20, 53),
    ("increase", 100, 15, 79),
    ("increase", 300, 47, 84),
)

# Sections 5.3 and 5.4 (nyt): r² of GloVe's WEAT with that of other representations over 2000 random word sets
RANDOM_WORD_SETS = {"ppmi": 0.725, "word2vec": 0.803}

# Section 5.4 (nyt, WEAT 1): word2vec's effect size before and after removing decrease-10000
WORD2VEC = {"baseline": 1.35, "decrease-10000": 0.11}

# Section 5.5 (nyt, WEAT 1): r² of a word's log frequency with how far the sets move it among the WEAT words
FREQUENCY_SENSITIVITY = 0.828

# Appendix "Influential Documents" (nyt, WEAT 1): Δ of the 1st and of the 25th document of each list. The paper gives no
# unit; percent of the baseline, as in its histograms, is the reading that fits its perturbation sets.
INFLUENTIAL = {"increasing": (0.38, 0.18), "decreasing": (-0.52, -0.18)}
