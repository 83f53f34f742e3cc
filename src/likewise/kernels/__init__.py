"""Numba loops over CSR arrays; everything here imports numpy and numba and nothing of ours."""

from likewise.kernels.cache_place import ensure_cache_place

ensure_cache_place()
