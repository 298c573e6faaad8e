"""What the documentation shows can be printed, and a package holds all that our documents are made of."""

import importlib.util
import re
import tomllib
from pathlib import Path

from tests.tournaments.paper.matters import matter_of, texts
from tournaments.paper.press import HERE, printed, project

ROOT = Path(__file__).parents[3]
NAMES = ["Ana", "#Ben", "*Cleo*"]


def test_the_example_of_the_documentation():
    (source,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/documents.md").read_text(), re.DOTALL)
    told: dict = {}
    exec(source, told)  # noqa: S102 - our own documentation
    assert set(NAMES) <= set(texts(told["document"], matter_of(NAMES)))


def test_the_example_package():
    folder = ROOT / "examples/plugins/name-tags"
    entries = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["entry-points"]
    ((key, where),) = entries["triomphe.documents"].items()
    spec = importlib.util.spec_from_file_location("name_tags", folder / f"{where.split(':')[0]}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.document.key == key
    of = matter_of(NAMES)
    assert set(NAMES) <= set(texts(module.document, of))
    assert printed(project(module.document.sheet(of), of.occasion, "letter", "en")).startswith(b"%PDF-")


def test_templates_come_along_in_a_package():
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    there = {path for path in HERE.iterdir() if path.suffix not in (".py", "") and path.is_file()}
    assert there == {path for pattern in packed["tournaments.paper"] for path in HERE.glob(pattern)}
