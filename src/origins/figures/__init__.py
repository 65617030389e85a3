"""The figures: each function takes a tidy frame, which is also the CSV beside the figure, and returns a Figure."""
