"""The same steps over many blocks: piles that are larger than the memory, searched from disk."""
