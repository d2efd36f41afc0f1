"""The family rulebook: a book of plain values set as pages (`press.print_book`), or folded
(`binding.impose`)."""
