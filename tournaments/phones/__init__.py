"""What the phones of tables and guests show."""
