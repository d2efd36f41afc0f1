"""Modules that several games share, one for each family."""
