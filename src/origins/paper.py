"""What the paper reports (Brunet et al., ICML 2019), to set beside what we measure."""

# Table "Experimental Setups"
CORPORA = {
    "wiki": {"documents": 29_344, "tokens": 17_033_637, "vocabulary": 44_806},
    "nyt": {"documents": 1_412_846, "tokens": 975_624_317, "vocabulary": 213_687},
}
