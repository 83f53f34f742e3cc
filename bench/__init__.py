"""How fast likewise is beside its peers, each peer in an environment of its own: `python -m bench`."""
