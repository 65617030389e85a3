"""Which documents gave this word embedding its bias, and how sure are we?"""

__version__ = "0.2.0"
