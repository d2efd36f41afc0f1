"""Places, evenings of several games, records."""
