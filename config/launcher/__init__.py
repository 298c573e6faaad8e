"""What ``launch.py`` does. Imports the standard library alone: it runs before anything is installed."""
