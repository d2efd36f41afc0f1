"""The wall screen, and the live stream that keeps it up to date."""
