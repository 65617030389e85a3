"""Tables from what was measured: agreement, significance, transfer, single words, documents."""
