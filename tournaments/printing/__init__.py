"""Paper: plain values in, the bytes of a PDF out.

Nothing here knows the database. What is printed comes in as the frozen records of
`tournaments.printing.data` and as the layouts, stages and questions that a game declares.
"""
