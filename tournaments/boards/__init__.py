"""What is read of an event: boards, deals, seats, and where everybody goes next."""
