"""What there is at which address. Each route finds the thing, calls one service or selector, and tells what came of it."""
