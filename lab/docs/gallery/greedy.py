"""How good is greedy? A player who takes what pays most at once, beside a perfect one, in games by the ten thousand.

python lab/docs/gallery/greedy.py
"""

from knobel_lab.sim import simulate

GAMES = 20_000


def main(games: int = GAMES) -> None:
    """Print the mean of each player with its standard error."""
    for key in ("classic", "hexhex"):
        means = {name: simulate(key, name, games, seed=1).mean() for name in ("random", "greedy", "optimal")}
        print(key, *(f"{name} {mean:.2f} ± {error:.2f}" for name, (mean, error) in means.items()), sep="  ")
        random, greedy, optimal = (mean for mean, _ in means.values())
        print(f"  greedy goes {(greedy - random) / (optimal - random):.0%} of the way from random to perfect play")


if __name__ == "__main__":
    main()
