"""What can be done: keyword-only verbs, each in a transaction, each leaving a line in the log."""
