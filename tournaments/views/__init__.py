"""Pages. A view reads who asks and what was sent, calls one service, and renders."""
