"""Papers: from an order, with its plain values, to the pages of a PDF.

The drawing modules know no database: `catalogue` says what a paper is made of, `data` defines the
plain values, and a game declares layouts, boards and questions. The modules that read an event are
listed in `tests/architecture/test_imports.py`: the selectors, the jobs and the pages.
"""
