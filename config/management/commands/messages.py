"""``manage.py messages``: the catalogues in locale/ after the sources were changed, or a translation was."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Brings the catalogues in locale/ up to date with the sources, and compiles them."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--compile", action="store_true", help="only compile what stands there; needs no gettext"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # Only those who work on the program have what this needs.
        try:
            from config.languages import catalogues, extracting
        except ImportError as missing:
            raise CommandError("This needs polib: “make test” installs what developers need.") from missing
        found = None
        if not options["compile"]:
            if not extracting.there_is_gettext():
                raise CommandError("This needs GNU gettext (xgettext); with --compile it does not.")
            found = extracting.extracted(settings.ROOT)
        for language, _name in settings.LANGUAGES:
            if language == catalogues.ENGLISH:
                continue
            made = catalogues.catalogue(settings.ROOT, language)
            if found is not None:
                made = catalogues.updated(made, found, language)
            catalogues.save(settings.ROOT, language, made)
            self.stdout.write(f"{language}: {len(made)} strings, {catalogues.left(made)} to be translated")
