"""The proxies before a server are set up as the guide says, by its very words, where they are installed."""

from __future__ import annotations

import getpass
import hashlib
import os
import re
import shutil
import sqlite3
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from farmtable.web.guard import BODY_LIMIT
from tests.web.process import Server
from tools.load.servers import free_port

GUIDE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
HOST = "club.example"
PASSWORD = "wheat and barley"
TOKEN = "of Prometheus alone"
NOT_HERE = "127.0.0.9"
"""Where the browser asks from: an address of this machine that nobody else uses."""

COMMAND = """
import sys
from farmtable.cli.app import app
app(["serve", "--no-browser", "--port", sys.argv[1], "--db", sys.argv[2]])
"""
APACHE = """
ServerRoot {folder}
Listen {port}
PidFile {folder}/apache.pid
ErrorLog {folder}/error.log
CustomLog {folder}/access.log "%h %r %>s"
{who}
{modules}
"""
APACHE_FOLDER = Path("/usr/lib/apache2/modules")
APACHE_MODULES = (
    *("mpm_event", "authz_core", "ssl", "socache_shmcb"),
    *("http2", "headers", "alias", "proxy", "proxy_http"),
)
HAPROXY = """
global
    log stdout format raw local0
defaults
    log global
    mode http
    option httplog
    timeout connect 5s
    timeout client 50s
    timeout server 50s
"""
NGINX = """
daemon off;
{who}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    gzip on;
    include {folder}/club.conf;
}}
"""


@dataclass(frozen=True)
class Proxy:
    """A proxy that runs: where it listens, whose certificates it has, and the folder with its logs."""

    port: int
    trust: ssl.SSLContext
    folder: Path

    def browser(self, **more: Any) -> httpx.Client:
        """Somebody who asks from `NOT_HERE`, by the name that the certificate has."""
        way = httpx.HTTPTransport(verify=self.trust, local_address=NOT_HERE, **more)
        address = f"https://127.0.0.1:{self.port}"
        client = httpx.Client(transport=way, base_url=address, headers={"host": HOST}, timeout=60)
        client.event_hooks["request"] = [lambda asked: asked.extensions.update(sni_hostname=HOST)]
        return client


def said_of(kind: str, changes: dict[str, str]) -> str:
    """What the guide says of a proxy, with these words in place of some of its own."""
    (found,) = re.findall(rf"```{kind}\n(.*?)```", GUIDE, re.DOTALL)
    text = str(found)
    for words, others in changes.items():
        assert words in text, f"{words!r} is not in the guide any more"
        text = text.replace(words, others)
    return text


def start_nginx(folder: Path, port: int, changes: dict[str, str]) -> list[str]:
    """nginx, with the guide's text in the place where a distribution includes such files."""
    who = f"user {getpass.getuser()};" if os.geteuid() == 0 else ""
    changes |= {"/var/log/nginx": str(folder), "/etc/letsencrypt/live/club.example": str(folder)}
    changes |= {"listen 443 ": f"listen 127.0.0.1:{port} "}
    (folder / "club.conf").write_text(said_of("nginx", changes))
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, who=who))
    return ["nginx", "-c", str(folder / "nginx.conf")]


def start_haproxy(folder: Path, port: int, changes: dict[str, str]) -> list[str]:
    """HAProxy, with the guide's text behind such defaults as a distribution has."""
    changes |= {":443": f"127.0.0.1:{port}", "/etc/haproxy/club.pem": f"{folder}/club.pem"}
    (folder / "club.pem").write_bytes(
        (folder / "fullchain.pem").read_bytes() + (folder / "privkey.pem").read_bytes()
    )
    (folder / "haproxy.cfg").write_text(HAPROXY + said_of("haproxy", changes))
    return ["haproxy", "-db", "-f", str(folder / "haproxy.cfg")]


def start_apache(folder: Path, port: int, changes: dict[str, str]) -> list[str]:
    """Apache with the modules that the guide names."""
    who = "User www-data\nGroup www-data" if os.geteuid() == 0 else ""
    modules = "\n".join(f"LoadModule {one}_module {APACHE_FOLDER}/mod_{one}.so" for one in APACHE_MODULES)
    changes |= {"/var/log/apache2": str(folder), "/etc/letsencrypt/live/club.example": str(folder)}
    changes |= {"*:443": f"127.0.0.1:{port}"}
    before = APACHE.format(folder=folder, port=f"127.0.0.1:{port}", who=who, modules=modules)
    (folder / "apache.conf").write_text(before + said_of("apache", changes))
    return ["apache2", "-f", str(folder / "apache.conf"), "-DFOREGROUND"]


PROXIES: dict[str, Callable[[Path, int, dict[str, str]], list[str]]] = {
    "nginx": start_nginx,
    "haproxy": start_haproxy,
    "apache2": start_apache,
}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is asked by the name in the guide, through proxies on the same machine."""
    settings = {"FARMTABLE_HOSTS": HOST, "FARMTABLE_METRICS": "yes", "FARMTABLE_METRICS_TOKEN": TOKEN}
    settings |= {"FARMTABLE_HSTS": "yes", "FORWARDED_ALLOW_IPS": "127.0.0.1"}
    found = Server(tmp_path_factory.mktemp("club"), free_port(), COMMAND, settings)
    yield found
    found.close()


@contextmanager
def running(kind: str, folder: Path, server: int) -> Iterator[Proxy]:
    """A proxy as the guide has it, on a port of its own before that of the server."""
    if shutil.which(kind) is None or not Path("/proc/self").exists():
        pytest.skip(f"{kind} is not installed here, or this is no Linux")
    if kind == "apache2" and not APACHE_FOLDER.exists():
        pytest.skip(f"the modules of Apache are not in {APACHE_FOLDER}")
    found = Proxy(free_port(), certified(folder), folder)
    command = PROXIES[kind](folder, found.port, {"127.0.0.1:8000": f"127.0.0.1:{server}"})
    with (folder / "said.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        wait_for(found, process)
        yield found
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture(scope="module", params=PROXIES)
def proxy(
    request: pytest.FixtureRequest, club: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    """Each proxy of the guide that is installed, in front of the server."""
    with running(request.param, tmp_path_factory.mktemp(request.param), club.port) as found:
        yield found


def wait_for(proxy: Proxy, process: subprocess.Popen[bytes]) -> None:
    """Wait until it takes connections."""
    until = time.monotonic() + 30
    while True:
        assert process.poll() is None, (proxy.folder / "said.log").read_text()
        try:
            with proxy.browser() as browser:
                browser.get("/health")
            return
        except httpx.ConnectError:
            assert time.monotonic() < until
            time.sleep(0.05)


def certified(folder: Path) -> ssl.SSLContext:
    """A certificate for the host, where the guide has one; what a browser that trusts it knows."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    (folder / "fullchain.pem").write_bytes(made.public_bytes(pem))
    (folder / "privkey.pem").write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
    return ssl.create_default_context(cafile=str(folder / "fullchain.pem"))


def logged(proxy: Proxy) -> str:
    """All that a proxy has written down."""
    return "".join(log.read_text() for log in proxy.folder.glob("*.log"))


@pytest.fixture
def browser(proxy: Proxy) -> Iterator[httpx.Client]:
    """Somebody whom the server has never seen."""
    with proxy.browser() as found:
        yield found


def token_of(browser: httpx.Client) -> str:
    found = re.search(r'name="token" value="([^"]+)"', browser.get("/").text)
    assert found
    return found[1]


def post(browser: httpx.Client, path: str, **fields: str) -> httpx.Response:
    """A form as a browser sends it, with where it stood."""
    headers = {"origin": f"https://{HOST}", "sec-fetch-site": "same-origin"}
    return browser.post(path, data={"token": token_of(browser), **fields}, headers=headers)


def table_of(browser: httpx.Client) -> str:
    """A new table at which this browser plays against a friend who is still to come."""
    seats = {"kind_0": "local", "kind_1": "friend", "name_0": "Anna"}
    answer = post(browser, "/tables", game="aehre", players="2", delay="0", **seats)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_the_server_knows_that_it_was_asked_by_https(browser: httpx.Client) -> None:
    answer = browser.get("/")
    assert answer.status_code == 200
    assert answer.headers["strict-transport-security"].startswith("max-age=")
    assert [one.name for one in browser.cookies.jar] == ["__Host-farmtable"]


def test_nobody_outside_is_told_numbers(browser: httpx.Client) -> None:
    assert browser.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 404


def test_no_stream_is_held_back(browser: httpx.Client) -> None:
    table = table_of(browser)
    with browser.stream("GET", f"{table}/events", timeout=30) as stream:
        assert stream.status_code == 200
        lines = stream.iter_lines()
        assert next(lines).startswith("event: ")  # a proxy that waits for more would wait until it ends
        assert any(line == "event: beat" for line in lines)


def test_limits_count_by_who_asks_whatever_he_says_of_himself(browser: httpx.Client, club: Server) -> None:
    headers = {"x-forwarded-for": "192.0.2.66", "forwarded": "for=192.0.2.66", "x-real-ip": "192.0.2.66"}
    browser.headers.update(headers)
    name = f"Anna {time.time_ns() % 10**9}"
    assert post(browser, "/sign-up", name=name, password=PASSWORD).status_code == 303
    with sqlite3.connect(club.db.removeprefix("sqlite:///")) as connection:
        counted = {what for (what,) in connection.execute("SELECT what FROM farmtable_tries")}
    asked, said = (
        hashlib.sha256(f"sign up by address\n{one}".encode()).hexdigest() for one in (NOT_HERE, "192.0.2.66")
    )
    assert asked in counted
    assert said not in counted


@pytest.mark.parametrize(("more", "status"), [(0, 403), (1, 413)])
def test_as_much_may_be_sent_as_the_server_takes(browser: httpx.Client, more: int, status: int) -> None:
    head = "token=of_nobody&name="
    answer = browser.post(
        "/tables",
        content=head + (BODY_LIMIT + more - len(head)) * "x",
        headers={"content-type": "application/x-www-form-urlencoded"},
    )
    assert (answer.status_code, "<main" in answer.text) == (status, True)  # the server's own page


def test_no_private_link_is_in_the_logs_of_the_proxy(browser: httpx.Client, proxy: Proxy) -> None:
    link = re.search(r'/join/([^"&]+)', browser.get(table_of(browser)).text)
    assert link
    assert browser.get(link[0]).status_code == 200
    assert link[1] not in logged(proxy)


@pytest.mark.parametrize("kind", PROXIES)
def test_nor_is_any_while_the_server_is_away(kind: str, tmp_path: Path) -> None:
    with running(kind, tmp_path, free_port()) as proxy, proxy.browser() as browser:
        headers = {"referer": f"https://{HOST}/take/private"}
        assert browser.get("/join/private", headers=headers).status_code in (502, 503)
    assert "private" not in logged(proxy)
