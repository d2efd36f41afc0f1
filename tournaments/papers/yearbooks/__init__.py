"""Yearbooks: what a family's evenings of a year, or of many years, came to, as a book."""
