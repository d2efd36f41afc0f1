"""Pages of the phones of tables and guests."""
