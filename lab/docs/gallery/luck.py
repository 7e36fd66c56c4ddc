"""Luck against skill: what decides a game of Hex-hex, dice or decisions? Bots play, the coach looks.

python lab/docs/gallery/luck.py
"""

from statistics import mean, stdev

from knobel import Record, make, play_record, seeded
from knobel.coach import review
from knobel.coach.bot import LEVELS, bot

GAMES = 100


def played(player, seed: int) -> Record:
    """A game of one player, with the dice of a seed."""
    return play_record(Record(make("hexhex")), [player], seeded(seed))


def main(games: int = GAMES) -> None:
    """Print, for each level, what luck brought, how much it differs from game to game, and what decisions gave away."""
    for level in LEVELS:
        seats = [review(played(bot(make("hexhex"), level, seed), seed)).seats[0] for seed in range(games)]
        luck = [seat.luck for seat in seats]
        print(f"{level.key:6} luck {mean(luck):+6.2f} (give or take {stdev(luck):5.2f} a game)", end="   ")
        lost, result = (mean(getattr(seat, name) for seat in seats) for name in ("losses", "result"))
        print(f"given away {lost:6.2f}   result {result:6.2f}")


if __name__ == "__main__":
    main()
