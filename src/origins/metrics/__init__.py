"""Bias metrics B(w): functions of the vectors of a few words; and TOP-1 analogies."""
