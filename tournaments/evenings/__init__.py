"""Evenings of several games: made, put together, and their overall table."""
