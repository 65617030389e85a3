"""What the paper compares GloVe and its influence method with."""
