"""Wires the rooms together: settings, URLs, the ASGI entry point, the Celery application."""
