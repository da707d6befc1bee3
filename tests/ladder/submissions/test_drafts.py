"""Tests that uploads in progress count towards the limits on submissions: those for each author, and those for all."""

from arena.ladder.submissions.drafts import Coming, Drafts


def test_all_that_is_being_sent_counts_for_everybody_and_for_its_author() -> None:
    drafts = Drafts()
    with drafts.coming(1, "a", 10), drafts.coming(1, "b", 20), drafts.coming(2, "a", 40):
        assert drafts.beside(1, "c") == Coming(3, 70)
        assert drafts.beside(1, "c", own=True) == Coming(2, 30)
        assert drafts.beside(3, "a", own=True) == Coming()
    assert drafts.beside(1, "c") == Coming()


def test_what_is_sent_again_under_its_key_is_no_other_archive_but_needs_its_room() -> None:
    drafts = Drafts()
    with drafts.coming(1, "a", 10), drafts.coming(1, "a", 10), drafts.coming(2, "a", 5):
        assert drafts.beside(1, "a", own=True) == Coming(0, 20)
        assert drafts.beside(1, "a") == Coming(1, 25)
