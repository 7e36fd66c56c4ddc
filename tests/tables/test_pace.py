"""How quick bots are to be at a table."""

from knobel.tables.pace import MOST_TABLES, BotPace


def test_bots_go_on_as_was_last_asked_for_at_their_table() -> None:
    tempos = BotPace()
    tempos.set("anna", "slow")
    tempos.set("anna", "quick")
    assert (tempos.of("anna"), tempos.of("bert")) == (0.4, 1.0)


def test_of_very_many_tables_those_asked_for_longest_ago_are_forgotten() -> None:
    tempos = BotPace()
    for number in range(MOST_TABLES):
        tempos.set(str(number), "slow")
    tempos.set("0", "quick")
    tempos.set("new", "slow")
    assert [tempos.of(name) for name in ("0", "1", "2", "new")] == [0.4, 1.0, 2.0, 2.0]
