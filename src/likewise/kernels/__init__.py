"""Numba loops over CSR arrays; everything here imports numpy and numba and nothing of ours."""
