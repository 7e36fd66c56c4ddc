"""Bots of all levels."""

import pytest

from knobel import BadSetup, GameSpec, make
from knobel.coach.bot import LEVELS, USUAL, Graded, Greedy, bot, level, level_in
from knobel.coach.judge import judge_of
from knobel.core.dice import seeded
from knobel.core.game import AnyGame, Decide
from knobel.core.playout import play_out
from knobel.games.holding.tray import Keep, Tray
from knobel.games.scorecard.judge import ScorecardJudge
from knobel.games.scorecard.rules import Scorecard, Sheet, State
from knobel.games.scorecard.solve.book import endgame
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.scene.text import say
from knobel.testing import registered
from tests.coach.games import GAMES, name, states


def test_levels_go_from_a_childs_play_to_the_best() -> None:
    assert [known.key for known in LEVELS] == ["chick", "hare", "cat", "fox", "owl"]
    for game in GAMES:
        ways = [known.in_game(game) for known in LEVELS]
        assert [known.noise for known in ways] == sorted((known.noise for known in ways), reverse=True)
        assert [known.childish for known in ways] == sorted((known.childish for known in ways), reverse=True)
        assert (ways[-1].noise, ways[-1].childish) == (0, 0)
    assert level("fox") is LEVELS[3]
    with pytest.raises(BadSetup, match="unknown level 'bear'; use one of chick, hare, cat, fox, owl"):
        level("bear")


def test_every_level_has_a_name_in_every_language() -> None:
    assert [say(known.name, "de") for known in LEVELS] == ["Küken", "Hase", "Katze", "Fuchs", "Eule"]
    assert [say(known.name, "en").lower() for known in LEVELS] == [known.key for known in LEVELS]


def test_a_bot_may_name_its_level() -> None:
    assert level_in("bot owl").key == "owl"
    assert level_in("Bot-Fox 2").key == "fox"
    assert level_in("Bot Küken").key == "chick"
    assert level_in("bot") is level_in("bot 2") is USUAL
    with pytest.raises(BadSetup, match="unknown bot 'Oul'; use one of the levels chick, hare, cat, fox, owl"):
        level_in("Bot Oul")


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_every_level_plays_every_game_by_the_rules(game: AnyGame) -> None:
    players = [bot(game, LEVELS[seat % len(LEVELS)], seed=seat) for seat in range(game.seats)]
    for state in states(game, seed=11, every=17):
        match game.pending(state):
            case Decide((seat, *_)):
                assert players[seat](game, state, seat) in game.moves(state, seat)


def test_the_best_bot_makes_the_best_move() -> None:
    game = make("classic", seats=1)
    for state in states(game, seed=12, every=5):
        if isinstance(game.pending(state), Decide):
            ratings = judge_of(game).rate(game, state, 0)
            assert ratings[Graded(level("owl"))(game, state, 0)] == max(ratings.values())


def test_the_best_bot_solves_the_last_boxes_where_values_are_compact() -> None:
    game = make("extreme", seats=1)
    assert isinstance(game, Scorecard)
    boxes = [rules(game.card).box(key) for key in ("two_triples", "super_chance")]
    sheet = Sheet(tuple(None if box in boxes else 0 for box in range(len(game.card.boxes))), 1)
    exact = ScorecardJudge(endgame(game.card, boxes, 0, 1))
    for faces in ((4, 4, 4, 6, 6, 9), (2, 2, 2, 5, 5, 1), (1, 2, 4, 5, 6, 8), (3, 3, 6, 6, 5, 0)):
        for throws in (1, 2, 3):
            state = State((sheet,), 0, Tray(faces, throws))
            ratings = exact.rate(game, state, 0)
            made = ratings[Graded(level("owl"))(game, state, 0)]
            assert made == pytest.approx(max(ratings.values()), abs=1e-9)


def test_a_chick_wants_all_dice_alike_and_takes_the_biggest_number_now() -> None:
    game = make("classic", seats=1)
    chick = Graded(level("chick"), 1)
    blank = Sheet((None,) * 13, 0)
    assert chick(game, State((blank,), 0, Tray((1, 3, 1, 1, 1), 2)), 0) == Keep((0, 2, 3, 4))
    # Four fives are worth 20 in their box, and 21 in Chance: nothing is kept for later, nothing for the bonus.
    assert str(chick(game, State((blank,), 0, Tray((5, 5, 5, 5, 1), 1)), 0)) == "write three_of_a_kind"


def test_equal_seeds_make_equal_mistakes() -> None:
    game = make("hexhex", seats=2)
    results = [play_out(game, [Graded(level("chick"), 1), Graded(level("hare"), 2)], seeded(5)) for _ in range(2)]
    assert results[0] == results[1]


def test_a_game_nobody_can_judge_has_a_bot_that_takes_what_pays_most() -> None:
    game = make("hexhex", seats=2)
    assert isinstance(bot(game), Graded)

    class Unknown:
        key = "unknown"

    with registered(GameSpec("unknown", range(1, 2))):
        assert isinstance(bot(Unknown()), Greedy)  # type: ignore[arg-type]


def test_who_has_won_or_lost_already_plays_for_points() -> None:
    """Chance open on both sheets and 100 points between them: nothing can change who wins, but high dice are held."""
    game = make("classic", seats=2)
    ahead, behind = (Sheet((0,) * 11 + (points, None), 0) for points in (200, 100))
    for sheets in ((ahead, behind), (behind, ahead)):
        state = State(sheets, 0, Tray((1, 1, 5, 5, 6), 2))
        assert Graded(level("owl"))(game, state, 0) == Keep((2, 3, 4))


def test_only_the_best_estimate_what_everybody_may_come_to() -> None:
    game = make("classic", seats=2)
    state = State((Sheet((0,) * 11 + (17, None), 0), Sheet((0,) * 12 + (46,), 0)), 0, Tray((4, 4, 5, 5, 6), 2))
    # The six alone, or with a five, are as good to win; with the five they bring more points.
    assert Graded(level("owl"))(game, state, 0) == Keep((2, 4))
    assert str(Graded(level("fox"), 1)(game, state, 0)) == "write chance"
