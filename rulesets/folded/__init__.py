"""What a finished evening came to, as plain values that no rule is needed to read.

A game and its format as they were (`game`), what each board came to (`board`), what each hand of a
drive came to (`drive`); `codec` writes them as JSON and reads them back. `FoldedPlays` and the
formats of `formats` answer whatever pages, papers and files ask of a game from these values alone.
"""
