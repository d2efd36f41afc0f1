"""The six rules of the Extended Deck over whole families of games.

What is revealed acts on oneself, what is played on whoever is next, common cards in the order in
which they were dealt. `specials` has these effects, `circle_games`, `tricks` and `betting` the ways
in which turns go round.
"""
