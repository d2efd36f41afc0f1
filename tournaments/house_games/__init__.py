"""What a family keeps on its own shelf: games that it declares, and house rules of any game."""
