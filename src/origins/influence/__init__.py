"""The influence of every document on bias, without training again (section 4 of the paper)."""
