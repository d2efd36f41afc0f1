"""People, events, tables, results, pages and paper."""
