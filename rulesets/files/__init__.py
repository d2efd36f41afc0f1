"""Score files and the command line."""
