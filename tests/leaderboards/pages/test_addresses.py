"""Tests of slugs, the words for bots in the addresses of pages: no two names get the same slug."""

from leaderboards.pages.addresses import slugs


def test_nobody_gets_the_address_of_another_by_calling_himself_like_it() -> None:
    [address] = slugs(["fox 2"]).values()
    assert address.startswith("x-")
    for names in (["fox 2", address], [address, "fox 2"], [address.upper(), "fox 2"]):
        found = [slug.casefold() for slug in slugs(names).values()]
        assert len({*found}) == 2


def test_harmless_names_are_their_own_addresses_unless_they_differ_by_case_alone() -> None:
    found = slugs(["fox", "Fox", "x2", "a.b_c-d", ".", "../up"])
    assert {name for name, slug in found.items() if name == slug} == {"fox", "x2", "a.b_c-d"}
    assert len({slug.casefold() for slug in found.values()}) == len(found)
