"""What a table’s or a guest’s phone sees."""
