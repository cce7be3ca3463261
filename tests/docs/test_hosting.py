"""What describes the container says what there is; what it would do is done without one elsewhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml  # type: ignore[import-untyped]

from farmtable.cli.app import app
from farmtable.folders import CACHE
from farmtable.web import guard
from farmtable.web.beside import called
from farmtable.web.gate import proxies
from farmtable.web.notifications.settings import VARIABLES
from farmtable.web.watch import health
from farmtable.web.watch.misspelt import KNOWN, OF_DEVELOPERS, misspelt
from tests.web.process import Server

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def settings() -> set[str]:
    """The environment variables that the command line knows, and those that are read beside it."""
    commands = [typer.main.get_command(app)]
    found = {*VARIABLES, CACHE, guard.VARIABLE, health.VARIABLE, called.VARIABLE}
    for command in commands:
        commands += getattr(command, "commands", {}).values()
        found |= {str(one.envvar) for one in command.params if getattr(one, "envvar", None)}
    return found


def test_every_setting_is_told_and_is_one() -> None:
    told = set(re.findall(r"`(FARMTABLE_\w+)`", GUIDE))
    of_compose = set(re.findall(r"\$\{(\w+):-", (ROOT / "compose.yaml").read_text(encoding="utf-8")))
    assert settings() | (of_compose - {"FORWARDED_ALLOW_IPS"}) == told
    image = set(re.findall(r"(FARMTABLE_\w+)=", DOCKERFILE))
    assert (
        image | {name for name in COMPOSE["services"]["app"]["environment"] if "FARM" in name} <= settings()
    )


def test_no_setting_is_called_a_slip_of_the_pen() -> None:
    assert settings() | OF_DEVELOPERS == KNOWN
    assert not misspelt(dict.fromkeys(settings(), "yes"))


def test_it_is_told_what_holds_unless_it_is_set() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(--\w+)` \|.*\| (.+) \|$", GUIDE, re.MULTILINE)
    told = {variable: (option, unset) for variable, option, unset in rows}
    serve = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    for param in (one for one in serve.params if getattr(one, "envvar", None)):
        option, unset = told[str(param.envvar)]
        assert option in param.opts
        default = {"True": "yes", "False": "no"}.get(str(param.default), param.default)
        assert default is None or unset == f"`{default}`"


def test_what_is_copied_into_the_image_is_there() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists()
            assert f"!{source}" in ignored


def test_it_is_run_by_nobody_in_particular() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER 10001$", last, re.MULTILINE)
    server = COMPOSE["services"]["app"]
    assert (server["read_only"], server["cap_drop"]) == (True, ["ALL"])
    assert "ports" not in COMPOSE["services"]["database"]
    assert server["depends_on"] == {"database": {"condition": "service_healthy"}}


def test_the_password_is_no_part_of_a_url() -> None:
    environment = COMPOSE["services"]["app"]["environment"]
    assert "$" not in environment["FARMTABLE_DB"]
    assert environment["PGPASSWORD"] == COMPOSE["services"]["database"]["environment"]["POSTGRES_PASSWORD"]


def test_what_can_be_set_is_passed_on_to_the_container() -> None:
    assert {*VARIABLES, called.VARIABLE} <= COMPOSE["services"]["app"]["environment"].keys()


def test_no_log_grows_for_ever() -> None:
    assert all(one["logging"]["options"]["max-size"] for one in COMPOSE["services"].values())


def test_the_proxy_that_the_guide_tells_to_believe_is_the_gateway() -> None:
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert f"FORWARDED_ALLOW_IPS={network['gateway']}" in GUIDE
    assert ip_address(network["gateway"]) in ip_network(network["subnet"])
    proxies.check({"FORWARDED_ALLOW_IPS": network["gateway"]})


def test_the_command_of_the_image_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    command = json.loads(re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)[-1])
    assert command[0] == "farmtable"
    served: list[dict[str, object]] = []
    monkeypatch.setattr("farmtable.web.serve", lambda **how: served.append(how))
    app(command[1:], standalone_mode=False)
    assert served[0]["open_browser"] is False


def test_the_health_check_of_the_image_tells_a_server_from_none(server: Server) -> None:
    command = json.loads(re.findall(r"^    CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)[0])
    here = [sys.executable, *command[1:]]
    environment = os.environ | {"FARMTABLE_PORT": str(server.port)}
    assert subprocess.run(here, env=environment, check=False).returncode == 0
    server.kill()
    assert subprocess.run(here, env=environment, capture_output=True, check=False).returncode != 0
