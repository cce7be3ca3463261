"""The page of the rules in a browser: contents, search, pictures, and the way there from a refusal."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.chromium import DESKTOP, PHONE, People, wait_for

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_contents_lead_to_a_rule(person: People, size: tuple[int, int], scheme: str) -> None:
    page = person(size, scheme).page
    page.goto("/rules/agricola")
    if size == PHONE:
        expect(page.locator(".contents ol")).to_be_hidden()
        page.click(".contents summary")
    page.click(".contents a[href='#R4.1']")
    assert page.url.endswith("/rules/agricola#R4.1")
    rule = page.locator("[id='R4.1']")
    expect(rule).to_be_in_viewport()
    top = rule.evaluate("rule => { const { x, y } = rule.getBoundingClientRect(); return [x + 20, y + 8] }")
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('[id]').id", top) == "R4.1"
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_search_minds_neither_accents_nor_case_nor_bold_type(person: People) -> None:
    page = person().page
    page.goto("/rules/agricola")
    page.click(".menu summary")
    page.click("button[lang=fr]")
    page.wait_for_url("**/rules/agricola")
    page.keyboard.press("/")
    page.keyboard.type("METEORITE")
    expect(page.locator(".search [role=status]")).to_have_text("rien trouvé")
    page.fill("#search", "RECOLTE")
    status = page.locator(".search [role=status]")
    expect(status).to_contain_text("1 sur ")
    found = "[...CSS.highlights.get('found')].map(String)"
    assert {word[:6].lower() for word in page.evaluate(found)} == {"récolt"}
    page.keyboard.press("Enter")
    expect(status).to_contain_text("2 sur ")
    page.keyboard.press("Shift+Enter")
    expect(status).to_contain_text("1 sur ")
    # From bold into plain letters.
    page.fill("#search", page.locator("[id='R4.1']").inner_text()[:60])
    assert page.evaluate(found)


@pytest.mark.parametrize("game", ["aehre", "agricola", "mi_tierra"])
def test_pieces_are_drawn_as_on_the_table(person: People, game: str) -> None:
    page = person().page
    page.goto(f"/rules/{game}#pieces")
    pictures = page.locator(".figures svg")
    assert pictures.count() >= 10
    drawn = "svgs => svgs.every((svg) => svg.querySelector('use').getBBox().width > 0)"
    assert pictures.evaluate_all(drawn)
    names = page.locator(".figures use").evaluate_all("uses => uses.map((use) => use.getAttribute('href'))")
    assert all(page.locator(f"symbol{name}").count() == 1 for name in names)


def test_a_refusal_leads_to_its_rule(person: People) -> None:
    anna = person()
    anna.set_up("local", "local", game="agricola", options={"cards": "none"}, seat0="Anna", seat1="Ben")
    page = anna.page
    wait_for(page, ".space.can")
    page.locator(".space[data-why]").first.click(force=True)
    link = page.locator(".agricola-ask .hint.warn a")
    rule = link.inner_text()
    page.mouse.move(5, 5)  # it stays while the pointer goes elsewhere
    with anna.context.expect_page() as opened:
        link.click()
    assert opened.value.url.endswith(f"/rules/agricola#{rule}")
    expect(opened.value.locator(f"[id='{rule}']")).to_be_in_viewport()


@pytest.mark.parametrize(("size", "beside"), [(PHONE, False), ((740, 360), True)])
def test_examples_are_drawn_on_phones_and_contents_leave_them_room(
    person: People, size: tuple[int, int], beside: bool
) -> None:
    page = person(size, "dark").page
    for game in ("aehre", "agricola", "mi_tierra"):
        page.goto(f"/rules/{game}")
        boards = page.locator(".example-board")
        assert boards.count() >= 3
        for box in boards.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())"):
            assert box["height"] > 30
            assert box["right"] <= size[0]
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        drawn = page.locator(".example svg use").evaluate_all(
            "uses => uses.every((use) => use.getBBox().width)"
        )
        assert drawn
    contents = page.locator(".contents").bounding_box()
    assert contents is not None
    assert (contents["width"] < size[0] / 3) == beside
    assert beside or contents["height"] <= size[1] / 6
    expect(page.locator(".contents ol")).to_be_visible(visible=beside)
