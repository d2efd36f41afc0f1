"""What games are played with: cards and decks."""
