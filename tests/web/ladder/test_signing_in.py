"""Tests sign-in links and sign-ins by requests: what makes a sign-in, what ends it, and who can use a link."""

import threading

import pytest

from arena.ladder.ladder import Ladder
from tests.web.ladder.authors import Author, author, link_for


def test_a_link_signs_in_once_and_looking_at_it_uses_nothing_up(server: str, ladder: Ladder) -> None:
    link = link_for(ladder, "Ann <b>")
    ann = Author(server)
    for _ in range(2):
        page = ann.get(f"/ladder/sign-in/{link}")
        assert page.status == 200
        assert "Ann &lt;b&gt;" in page.text
    answer = ann.sign_in(link)
    assert answer.json == {"address": "ladder"}
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert ann.get("/ladder/me.json").json["name"] == "Ann <b>"
    again = Author(server).sign_in(link)
    assert (again.status, again.code) == (403, "bad-link")
    assert Author(server).get(f"/ladder/sign-in/{link}").status == 403


def test_signing_out_ends_the_sign_in_everywhere(server: str, ladder: Ladder) -> None:
    ann = author(server, ladder, "Ann")
    kept = ann.cookie
    assert ann.post("/ladder/sign-out").status == 200
    assert ann.cookie == ""
    ann.cookie = kept
    assert ann.get("/ladder/me.json").status == 401


def test_one_makes_a_link_for_commands_and_ends_what_came_of_it(server: str, ladder: Ladder) -> None:
    ann, command = author(server, ladder, "Ann"), Author(server)
    link = ann.post("/ladder/links").json["link"]
    assert link.startswith(f"{server}/ladder/sign-in/")
    assert command.sign_in(link, command=True).status == 200
    assert command.get("/ladder/submissions.json").status == 200
    assert command.post("/ladder/links").status == 403
    found = [part.split("/")[0] for part in ann.get("/ladder").text.split("ladder/sign-ins/")[1:]]
    assert len(found) == 1
    assert ann.post(f"/ladder/sign-ins/{found[0]}/revoke").status == 200
    assert command.get("/ladder/submissions.json").status == 401


def test_a_link_that_many_open_at_once_opens_one_sign_in(server: str, ladder: Ladder) -> None:
    link, found = link_for(ladder, "Ann"), list[int]()
    began = threading.Barrier(8)

    def sign_in() -> None:
        began.wait()
        found.append(Author(server).sign_in(link, command=True).status)

    threads = [threading.Thread(target=sign_in) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [200] + [403] * 7


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_behind_a_proxy_with_tls_links_and_cookies_are_for_tls(server: str, ladder: Ladder, scheme: str) -> None:
    ann = Author(server)
    origin = {"Origin": f"{scheme}://{ann.host}"}
    signed = ann.ask("POST", f"/ladder/sign-in/{link_for(ladder, 'Ann')}", b"{}", origin)
    assert signed.status == 200
    assert ("Secure" in signed.headers["set-cookie"]) == (scheme == "https")
    link = ann.ask("POST", "/ladder/links", b"{}", origin).json["link"]
    assert link.startswith(f"{scheme}://{ann.host}/ladder/sign-in/")
