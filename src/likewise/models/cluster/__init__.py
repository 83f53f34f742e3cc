"""Clustering under constraints that examples, or pairs of documents, put on it."""

from likewise.models.cluster.constraints import InfeasibleConstraints
from likewise.models.cluster.cop import COPKMeans
from likewise.models.cluster.mpck import MPCKMeans
from likewise.models.cluster.ncut import ConstrainedNCut
from likewise.models.cluster.pck import PCKMeans
from likewise.models.cluster.seeded import SeededKMeans

__all__ = ["COPKMeans", "ConstrainedNCut", "InfeasibleConstraints", "MPCKMeans", "PCKMeans", "SeededKMeans"]
