"""Papers: from an order, with its plain values, to the pages of a PDF.

What draws knows no database: `catalogue` says what a paper is made of, `data` what of that is
ours, and a game declares layouts, boards and questions. What reads an event for it stands in the
modules that `tests/architecture/test_imports.py` lists: the selectors, the jobs and the pages.
"""
