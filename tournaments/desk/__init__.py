"""The host's desk: what is missing, the one next step, tables and links."""
