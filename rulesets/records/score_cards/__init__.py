"""Old score cards: a table as a family has kept it, read, checked and turned into evenings.

`sheets` reads lines, `plays` those of another program; `tables` finds what contradicts at a table,
and its cures; `evenings` counts. All of it is pure: games are handed in.
"""
