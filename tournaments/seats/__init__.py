"""Who sits where, and where people go next."""
