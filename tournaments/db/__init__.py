"""Hot statements in SQL, rows, the transaction of a step with its entry in the log, values kept
current by those entries, and the rows of an import."""
