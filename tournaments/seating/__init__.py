"""Who sits where: the draw, the roll call, late guests, moves and sit-outs."""
