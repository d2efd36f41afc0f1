"""The family rulebook: a book of plain values set as pages (`book_writer.print_book`), or as a
booklet to fold (`writer.impose`)."""
