"""Who stands where, and why: plain results in, ranks and reasons out. No database, no Django."""
