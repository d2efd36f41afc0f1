"""Paper: plain values in, the bytes of a PDF out.

What draws knows no database: what is printed comes in as the frozen records of `papers.data` and
as the layouts, stages and questions that a game declares. What reads an event for it stands in
the modules that `tests/architecture/test_imports.py` lists: the register, the makers, the values,
the jobs and the pages.
"""
