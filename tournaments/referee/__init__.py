"""The referee at the table: is that allowed, whose turn is it, what is due, what could I play?

Nothing of a game that is followed here is kept by the server. The turn file (docs/turn-file.md)
lies on the phone that asks and comes along with every question: a hand is seen by that phone alone.
"""
