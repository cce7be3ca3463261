"""An account in a real browser: by keyboard, at both widths, with a password and with a passkey."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from tests.web.chromium import DESKTOP, PHONE, Person, wait_for
from tests.web.process import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def address(server: Server) -> str:
    """By a name: passkeys belong to names, not to numbers."""
    return server.address.replace("127.0.0.1", "localhost")


def with_key(page: Page) -> Any:
    """Let the page's browser have a key of its own that verifies its owner without asking."""
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    options |= {"hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return device


def fits(page: Page) -> None:
    """Nothing hangs over the edge, and whoever cannot see can use it."""
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_an_account_is_made_and_opened_by_keyboard(
    browser: Browser, address: str, size: tuple[int, int]
) -> None:
    anna = Person(browser, address, size)
    page = anna.page
    page.goto("/sign-up")
    fits(page)
    page.keyboard.type("Anna")
    page.keyboard.press("Tab")
    page.keyboard.type("wheat and barley")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/")
    page.goto("/account")
    fits(page)
    # In the reader's own zone; without scripts it is UTC, and says so.
    expect(page.locator("time").first).to_have_text(re.compile(r"\d\d:\d\d"))
    expect(page.locator("time").first).not_to_have_text(re.compile("UTC"))
    page.get_by_role("button", name="Sign out").first.press("Enter")
    page.wait_for_url(f"{address}/")
    page.goto("/sign-in")
    fits(page)
    page.keyboard.type("Anna")
    page.keyboard.press("Tab")
    page.keyboard.type("wheat and barley")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/")
    page.goto("/account/delete")
    fits(page)
    anna.close()


def test_a_passkey_opens_an_account(browser: Browser, address: str) -> None:
    anna = Person(browser, address)
    page, device = anna.page, with_key(anna.page)
    page.goto("/sign-up")
    page.fill("#name", "Anna")
    page.get_by_role("button", name="with a passkey").press("Enter")
    page.wait_for_url(f"{address}/")
    page.goto("/account")
    wait_for(page, "h1:has-text('Anna')")
    page.get_by_role("button", name="Sign out").first.click()
    page.wait_for_url(f"{address}/")
    page.goto("/sign-in?back=/account")
    page.get_by_role("button", name="with a passkey").click()
    page.wait_for_url("**/account")
    page.click("button:has-text('Create a passkey')")  # the same device already has one
    wait_for(page, "#passkey-problem:not([hidden])")
    page.click("a:has-text('Remove')")
    fits(page)
    page.click("button:has-text('Remove')")
    wait_for(page, "text=This passkey is the only way into the account")
    device.send("WebAuthn.disable")
    anna.close()


def test_a_passkey_is_added_by_keyboard_and_with_the_password(browser: Browser, address: str) -> None:
    anna = Person(browser, address)
    page = anna.page
    with_key(page)
    page.goto("/sign-up")
    page.keyboard.type("Anna")
    page.keyboard.press("Tab")
    page.keyboard.type("wheat and barley")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/")
    page.goto("/account")
    page.fill("#passkey-password", "wheat and rye")
    page.keyboard.press("Enter")
    wait_for(page, "#passkey-problem:has-text('This is not your password.')")
    fits(page)
    page.fill("#passkey-password", "wheat and barley")
    page.keyboard.press("Enter")
    wait_for(page, "a:has-text('Remove')")
    fits(page)
    page.click("a:has-text('Remove')")
    page.fill("#password", "wheat and barley")
    page.keyboard.press("Enter")
    page.wait_for_url("**/account")
    wait_for(page, "#passkey-password")
    assert page.locator("a:has-text('Remove')").count() == 0
    anna.close()


def test_a_passkey_that_is_unknown_or_said_twice_opens_nothing(browser: Browser, address: str) -> None:
    anna = Person(browser, address)
    page = anna.page
    with_key(page)
    page.goto("/sign-up")
    page.fill("#name", "Anna")
    sent: list[tuple[str, dict[str, str], str]] = []
    page.on(
        "request",
        lambda asked: (
            sent.append((asked.url, asked.headers, asked.post_data or "")) if asked.method == "POST" else None
        ),
    )
    page.get_by_role("button", name="with a passkey").click()
    page.wait_for_url(f"{address}/")
    page.goto("/account")
    page.get_by_role("button", name="Sign out").first.click()
    page.wait_for_url(f"{address}/")
    page.goto("/sign-in")
    with page.expect_response("**/passkeys/sign-in") as first:
        page.get_by_role("button", name="with a passkey").click()
    assert first.value.status == 200
    page.wait_for_url(f"{address}/")
    url, headers, body = next(one for one in sent if one[0].endswith("/passkeys/sign-in"))
    again = page.request.post(
        url,
        data=body,
        headers={"farmtable-token": headers["farmtable-token"], "content-type": "application/json"},
    )
    assert again.status == 403
    stranger = browser.new_context(base_url=address)
    stolen = stranger.request.post(
        "/passkeys/sign-in",
        data=body,
        headers={"content-type": "application/json", "farmtable-token": headers["farmtable-token"]},
    )
    assert stolen.status == 403
    stranger.close()
    anna.close()
