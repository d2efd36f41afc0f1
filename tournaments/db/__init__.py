"""Hot statements in SQL, rows, and the rows of an import."""
