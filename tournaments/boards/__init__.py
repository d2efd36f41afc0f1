"""Reading an event: seats, reports, boards, deals and the drive."""
