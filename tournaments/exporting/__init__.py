"""Tables of words and numbers as files that other programs open: sheets in, bytes out. No database."""
