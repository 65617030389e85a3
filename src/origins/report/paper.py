"""What the paper reports (Brunet et al., ICML 2019), to set beside what we measure. Setups: wiki and nyt."""

# Table 3, "Experimental Setups": what was set, and what the corpora came to
SETTINGS = {
    setup: {
        "min. document length": shortest,
        "max. document length": longest,
        "token min. count": 15,
        "context window": "symmetric",
        "window size": 8,
        "α": 0.75,
        "x_max": 100,
        "vector dimension": dimension,
        "training epochs": epochs,
    }
    for setup, shortest, longest, dimension, epochs in (("wiki", 200, 10_000, 75, 300), ("nyt", 100, 30_000, 200, 150))
}
REPETITIONS = {  # appendix C
    setup: {
        "baseline embeddings": 10,
        "retrains of each set": 5,
        "sizes of targeted sets": sizes,
        "targeted sets": "20 (40 in both setups)",
        "random sets": f"{chance} (36 in both setups)",
    }
    for setup, sizes, chance in (
        ("wiki", "10, 30, 100, 300, 1000", "30, 6 of each size"),
        ("nyt", "100, 300, 1000, 3000, 10000", "6, of 10000"),
    )
}
METRICS = ("weat1", "weat2")
RUNS = "10 baselines, 5 retrains"  # behind most numbers
# Sections 5.1 and 1
SOURCES = {"wiki": "Simple English Wikipedia, dump of 2017-11-03", "nyt": "New York Times, 1987 to 2007"}
WORDS = {"weat1": 32, "weat2": 100}  # appendix B
CORPORA = {
    "wiki": {"documents": 29_344, "tokens": 17_033_637, "vocabulary": 44_806},
    "nyt": {"documents": 1_412_846, "tokens": 975_624_317, "vocabulary": 213_687},
}
ANALOGIES = {"wiki": 0.35, "nyt": 0.54}  # TOP-1, approximate

# Table 2, "Baseline WEAT Effect Sizes": mean and standard deviation over 10 embeddings
BASELINE = {
    "wiki": {"weat1": (0.957, 0.150), "weat2": (0.108, 0.213)},
    "nyt": {"weat1": (1.14, 0.124), "weat2": (1.32, 0.056)},
}

# Table 4, "Correlation of Approximated and Validated Mean Biases": r² over the targeted sets
CORRELATION = {
    "wiki": {"weat1": 0.986, "weat2": 0.993},
    "nyt": {"weat1": 0.995, "weat2": 0.997},
}

FIGURES = {"wiki": "figure", "nyt": "figure"}

# Section 5.2: sets whose biases differ from the baseline's at p < 0.05 (Welch), sets tested, and the exceptions; both
# setups together
WELCH = {"random": (2, 36, "both in Wiki, for WEAT 2 only"), "targeted": (38, 40, "both have 10 documents")}

# Table 5, "A comparison ... PPMI baseline technique" (wiki, WEAT 1, 10 retrains): set, size, and the change in percent
# of the baseline when the PPMI representation chose the documents, and when the paper's method did. The sign here is
# that of the change, B(w̃) − B(w), and sets are named by what their removal is for.
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

# Section 5.3 and Figure 9 (nyt): r² of GloVe's WEAT with that of other representations over 2000 random word sets. In
# word2vec, here and below, the authors' script divided by the population standard deviation over all target words but
# the last; we use Eq. 4 throughout.
RANDOM_WORD_SETS = {"ppmi": 0.725, "word2vec": 0.803}

# Section 5.4 (nyt, WEAT 1): word2vec's effect size before and after removing decrease-10000
WORD2VEC = {"baseline": 1.35, "decrease-10000": 0.11}

# Section 5.5 (nyt, WEAT 1): r² of a target word's log frequency and how far the largest sets move it on the gender axis
FREQUENCY = 0.828

# Section 5.5 (nyt, WEAT 1): the share of articles whose removal reverses the effect size, and the set
REVERSAL = {"share": "0.07 %", "size": 1000}

# Appendix E, "Influential Documents" (nyt, WEAT 1): Δ of the first and the 25th document of each list. The paper gives
# no unit; the authors' code lists percent of each baseline, averaged over baselines.
INFLUENTIAL = {"bias increasing": (0.38, 0.18), "bias decreasing": (-0.52, -0.18)}
