"""Editions of a family's rulebook: the choices for one, its contents, what changed, its pages."""
