"""The forms of coming in. Each field says to the browser what it is, so that password managers can help."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import SetPasswordForm, UsernameField
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

LONGEST_PASSWORD = 1000
IT_IS_YOU = _("So that nobody else changes this at your screen.")
PASSWORD_HELP = _("At least 8 characters. 15 or more are better: several words make a good one.")


def password_field(label: Any, help_text: Any) -> forms.CharField:
    """Taken as it was typed: nothing is cut off and nothing is changed."""
    widget = forms.PasswordInput(attrs={"autocomplete": "current-password"})
    return forms.CharField(
        label=label, strip=False, max_length=LONGEST_PASSWORD, widget=widget, help_text=help_text
    )


def code_field() -> forms.CharField:
    """Six digits, or a recovery code."""
    attrs = {
        "autocomplete": "one-time-code",
        "autocapitalize": "none",
        "spellcheck": "false",
        "class": "code-input",
    }
    return forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput(attrs=attrs),
        help_text=_("The six digits that your authenticator app shows now."),
    )


class SignInForm(forms.Form):
    username = UsernameField(
        label=_("Username"),
        max_length=150,
        help_text=_("The name of your account, not your e-mail address."),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "username",
                "autocapitalize": "none",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
    )
    password = password_field(_("Password"), _("Capitals and small letters differ."))


class AskForLinkForm(forms.Form):
    address = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=254,
        help_text=_("The one in your account: a link to sign in is sent there."),
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autofocus": True}),
    )


class CodeForm(forms.Form):
    code = code_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs["autofocus"] = True


class PasswordForm(SetPasswordForm):  # type: ignore[type-arg]
    """Another password; who has one says it first, unless they came by a link just now because they forgot it."""

    field_order = ("password", "new_password1", "new_password2")

    def __init__(self, user: User, *args: Any, asks: bool = True, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        if asks and user.has_usable_password():
            self.fields["password"] = password_field(_("Current password"), IT_IS_YOU)
        self.fields["new_password1"].help_text = PASSWORD_HELP
        self.fields["new_password2"].help_text = _("Once more, to be sure.")
        self.order_fields(self.field_order)


class ShowItIsYou(forms.Form):
    """Asks for the password of whoever has one."""

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if user.has_usable_password():
            self.fields["password"] = password_field(_("Your password"), IT_IS_YOU)

    def password(self) -> str:
        return str(self.cleaned_data.get("password", ""))


class AddressForm(ShowItIsYou):
    address = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        help_text=_("For signing in by a link, also when you forgot your password. Never public."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class TwoStepForm(ShowItIsYou):
    code = code_field()


class SetUpForm(TwoStepForm):
    """There are no recovery codes yet: digits alone."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs["inputmode"] = "numeric"
