"""Hot statements in SQL, rows, the rows of an import, and telling open pages of a change."""
