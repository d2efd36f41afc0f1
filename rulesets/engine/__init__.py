"""How a game is played and scored: plays, rounds, questions, answers, checks, endings, text."""
