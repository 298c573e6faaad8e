"""Sending a mail. Run twice, the second finds nothing to do."""

from celery import shared_task

from config.signin import letters


@shared_task(name=letters.SEND)
def send_letter(letter_id: int) -> None:
    letters.send(letter_id)
