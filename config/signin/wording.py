"""What the mails say. Plain text, no more than is needed: a mail is read by many machines."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from config.signin.models import Letter

NOTICES = {
    "password-changed": gettext_noop("The password of your account “%(name)s” was changed."),
    "address-changed": gettext_noop(
        "Your account “%(name)s” has another e-mail address now. This one is not used any more."
    ),
    "address-removed": gettext_noop("Your account “%(name)s” has no e-mail address any more."),
    "two-step-on": gettext_noop("Your account “%(name)s” asks for a code from your phone from now on."),
    "two-step-off": gettext_noop("Your account “%(name)s” asks for no code from your phone any more."),
    "codes-renewed": gettext_noop(
        "Your account “%(name)s” has new recovery codes. The old ones no longer work."
    ),
    "code-used": gettext_noop("Somebody signed in to your account “%(name)s” with a recovery code."),
}


def words_for(letter: Letter, name: str, link: str) -> tuple[str, str]:
    """Subject and text."""
    said = {"name": name, "link": link}
    if letter.kind == Letter.Kind.LINK:
        return _("Your link to sign in to Triomphe"), _paragraphs(
            _("Open this link and press the button to sign in as “%(name)s”:") % said,
            link,
            _("It works once, for 15 minutes. If you did not ask for it, you need not do anything."),
        )
    if letter.kind == Letter.Kind.CONFIRM:
        return _("Confirm your e-mail address for Triomphe"), _paragraphs(
            _("Open this link and press the button to use this address for the account “%(name)s”:") % said,
            link,
            _("It works once, for an hour. If this is not your account, you need not do anything."),
        )
    return _("Your Triomphe account was changed"), _paragraphs(
        _(NOTICES[letter.what]) % said,
        _("If this was not you, change your password, or tell whoever runs Triomphe."),
    )


def _paragraphs(*texts: str) -> str:
    return "\n\n".join(texts) + "\n"
