"""What is read of an event: who sits where, what is reported, boards, deals and the drive."""
