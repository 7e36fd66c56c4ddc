"""Your own bot: it takes what pays most at once, and throws all dice again while nothing pays.

knobel arena classic mine=bot:play random --games 20
"""


def play(game, state, seat):
    """The move made now: any of `game.moves(state, seat)`."""
    moves = game.moves(state, seat)
    endings = [move for move in moves if not str(move).startswith("keep")]
    paid = {move: game.scores(game.play(state, seat, move))[seat] for move in endings}
    best = max(endings, key=paid.get)
    again = [move for move in moves if str(move) == "keep none"]
    return again[0] if again and paid[best] == game.scores(state)[seat] else best
