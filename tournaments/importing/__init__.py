"""Lists of people out of files and pasted text: bytes in, rows and sentences out. No database."""
