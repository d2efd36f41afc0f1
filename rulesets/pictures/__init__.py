"""Pictures in rule texts, where words are long: what a text mentions, and what is drawn.

A line of its own, `![caption](picture:name)`, stands for the picture that the game declares under
that name (`Game.pictures`).
"""
