"""What families of games share, each in its own module."""
