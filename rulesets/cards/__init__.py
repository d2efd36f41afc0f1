"""Points counted from the cards themselves: melds and deadwood, grids, poker hands, values."""
