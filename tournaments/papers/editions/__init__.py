"""Editions of a family's rulebook: what is chosen for one, what it says, what changed, its page."""
