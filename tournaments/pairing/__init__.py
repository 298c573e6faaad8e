"""Who plays whom: plain data in, tables and costs out. No database, no Django."""
