"""How many of the pile are positive: a posterior over rank curves, from where left-out examples stand."""
