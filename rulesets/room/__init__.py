"""Two teams along one table: couples, three games at once, the worksheet."""
