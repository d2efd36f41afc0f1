"""The rules of games as pages, and hands counted by their cards."""
