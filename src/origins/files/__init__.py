"""Files that appear whole or not at all: atomic writing, CSV, .npy, tables for people."""
