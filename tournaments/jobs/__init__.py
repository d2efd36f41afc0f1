"""Slow work beside the pages: one model, one runner and one page for all kinds of it."""
