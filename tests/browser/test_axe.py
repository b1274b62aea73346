"""No violation of WCAG 2 A and AA or of best practice on any page, in both languages, light and dark."""

from __future__ import annotations

import pytest

from tests.browser.scenes import SCENES
from tests.browser.survey import Survey


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("scene", SCENES)
def test_no_violation(survey: Survey, lang: str, scene: str) -> None:
    """Every rule in one light, the colours in the other as well."""
    seen = survey.visit(lang, scene)
    assert seen.violations == []
    assert seen.problems == []
