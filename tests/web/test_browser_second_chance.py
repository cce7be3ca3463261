"""In CI a browser that has waited in vain is given a second chance, and nothing else is."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import WAITED_IN_VAIN

pytestmark = pytest.mark.browser

IN_VAIN: dict[str, Callable[[Page], object]] = {
    "visible": lambda page: expect(page.locator("#not-there")).to_be_visible(timeout=1),
    "hidden": lambda page: expect(page.locator("body")).to_be_hidden(timeout=1),
    "count": lambda page: expect(page.locator("#not-there")).to_have_count(1, timeout=1),
    "text": lambda page: expect(page.locator("body")).to_contain_text("wheat", timeout=1),
    "attribute": lambda page: expect(page.locator("body")).to_have_attribute("id", "wheat", timeout=1),
    "address": lambda page: expect(page).to_have_url("about:wheat", timeout=1),
    "click": lambda page: page.click("#not-there", timeout=1),
    "wait": lambda page: page.locator("#not-there").wait_for(timeout=1),
    "function": lambda page: page.wait_for_function("false", timeout=1),
    "loaded": lambda page: page.wait_for_url("about:wheat", timeout=1),
}


@pytest.mark.parametrize("kind", IN_VAIN)
def test_what_did_not_come_in_time_is_told_from_what_is_wrong(browser: Browser, kind: str) -> None:
    page = browser.new_page()
    with pytest.raises(Exception) as found:  # noqa: PT011 # of two kinds, which is what is looked at
        IN_VAIN[kind](page)
    page.close()
    assert gets_a_second_chance(found.value)


def test_what_is_wrong_gets_no_second_chance() -> None:
    assert not gets_a_second_chance(AssertionError("assert 1 == 2"))
    assert not gets_a_second_chance(AssertionError("['TypeError: page is undefined']"))
    assert not gets_a_second_chance(TimeoutError("the server did not begin"))


def gets_a_second_chance(error: BaseException) -> bool:
    return any(re.search(pattern, f"{type(error).__name__}: {error}") for pattern in WAITED_IN_VAIN)
