"""What boards and deals say on pages: scores, books, progress and ends."""
