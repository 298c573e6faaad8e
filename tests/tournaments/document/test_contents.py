"""Every field of every model is in the document, or it is said why not: nobody can add one and forget it."""

import pytest
from django.apps import apps
from django.db import models

from tournaments.document.contents import CARRIED, LEFT_OUT, NOT_IN_IT

MODELS = [*apps.get_app_config("tournaments").get_models(), *apps.get_app_config("games").get_models()]


def fields(model: type[models.Model]) -> set[str]:
    return {field.name for field in (*model._meta.concrete_fields, *model._meta.many_to_many)}


def undecided(model: type[models.Model]) -> set[str]:
    return fields(model) ^ {*CARRIED.get(model, ()), *LEFT_OUT.get(model, {})}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_it_is_decided_what_becomes_of_each_field(model):
    if model in NOT_IN_IT:
        assert model not in CARRIED
        assert model not in LEFT_OUT
        return
    assert not undecided(model), (
        f"{model.__name__}: put {undecided(model)} into tournaments/document/contents.py and write and read it, or say why not"
    )
    assert not set(CARRIED[model]) & set(LEFT_OUT[model])


def test_a_new_field_would_be_noticed():
    class Widened(models.Model):
        extra = models.CharField(max_length=10)

        class Meta:
            app_label = "nowhere"

        def __str__(self) -> str:
            return str(self.extra)

    assert undecided(Widened) == {"id", "extra"}


def test_what_is_said_to_be_carried_is_carried(originals):
    """The names stand in the document, under the section of their model or as what they are called there."""
    import json

    body = json.loads(originals["playing"].content)["body"]
    otherwise = {"brought_from": "club", "basis": "of_these_results", "origin": "number"}
    sections = {
        "Tournament": body["tournament"],
        "Player": body["players"][0],
        "Stage": body["stages"][0],
        "Entrant": body["entrants"][0],
        "Substitution": body["substitutions"][0],
        "Application": body["applications"][0],
        "Spot": body["spots"][0],
        "Door": body["door"],
        "Round": body["rounds"][0],
        "Penalty": body["penalties"][0],
        "HistoryLine": body["history"][0],
        "Match": body["matches"][0],
    }
    for model in MODELS:
        if model.__name__ in sections:
            names = {otherwise.get(name, name) for name in CARRIED[model]}
            assert names <= set(sections[model.__name__]), model.__name__
