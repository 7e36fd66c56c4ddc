"""Write the golden playthroughs that the tests compare with. Run it only when the rules are meant to change."""

from pathlib import Path

from knobel import AnyGame, games, make
from knobel.testing import playthrough, random_record

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"
SEED = 20261115


def variants() -> dict[str, AnyGame]:
    """The games of the golden files: each game at its fewest and most seats, and each of its options once."""
    variants: dict[str, AnyGame] = {}
    for info in games():
        variants[info.key] = make(info.key)
        variants[f"{info.key}-{info.seats[-1]}"] = make(info.key, info.seats[-1])
        for option in info.options:
            for choice in option.choices:
                if choice not in ("", option.default):
                    # Options about who starts need several seats.
                    seats = info.seats[0] if option.flag else max(2, info.seats[0])
                    variants[f"{info.key}-{option.key}-{choice}"] = make(info.key, seats, **{option.key: choice})
        for key, value in info.typed.items():
            variants[f"{info.key}-{key}-{value}"] = make(info.key, None, **{key: value})
    return variants


def main() -> None:
    """Write all files."""
    for name, game in variants().items():
        GOLDEN.joinpath(f"{name}.txt").write_text(playthrough(random_record(game, SEED)), "utf-8")
        print(name)


if __name__ == "__main__":
    main()
