"""Files that appear complete or not at all: atomic writing, CSV, .npy, tables for people."""
