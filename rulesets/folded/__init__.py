"""The results of a finished evening, as plain values that can be read without any rules.

A game and its format as they were (`game`), the result of each board (`board`) and of each hand of
a drive (`drive`); `codec` writes them as JSON and reads them back. `FoldedPlays` and the formats of
`formats` answer everything that pages, papers and files ask of a game from these values alone.
"""
