"""The table of routes: every request of the API on one page. Adapters add streams, and what only they have.

A new request is a handler in the module of its subject and one line here.
"""

import re
from collections.abc import Mapping

from knobel.app import advice, challenges, library, player, tables
from knobel.app import requests as ask
from knobel.app.bodies import Sentences
from knobel.app.library import PDF, SVG
from knobel.app.responses import library as of_library
from knobel.app.responses import own_dice, study
from knobel.app.responses import tables as of_tables
from knobel.app.responses import today as of_today
from knobel.app.responses.view import View
from knobel.app.routing import Route
from knobel.app.tables import TEXT
from knobel.app.today import handlers as today
from knobel.coach.model import Review

TABLE = ("no_key", "denied", "no_table")
"""Errors that every request about a table may get."""
ACT = (*TABLE, "not_allowed", "not_ready", "seat_taken", "bad_setup", "no_space")
"""Errors of what people do at a table."""
PLAY = ("not_allowed", "not_ready", "stale", "key_used", "conflict", "bad_move", "bad_dice", "bad_record", "no_space")
OPEN = ("no_key", "key_used", "bad_setup", "unknown_game", "no_space")
CHALLENGE = (*TABLE, "not_allowed", "not_ready", "too_large", "no_space")
STUDY = (*TABLE, "not_ready", "bad_setup")
HAPPENED = of_tables.Happened
T = "/tables/{table}"
FILE = (SVG, PDF)

# fmt: off
ROUTES: tuple[Route, ...] = (
    # The most frequent ones come first.
    Route("POST", f"{T}/commands", tables.send_command, "sendCommand", of_tables.Done, body=ask.SendCommand, errors=(*TABLE, *PLAY)),
    Route("GET", T, tables.view_table, "viewTable", View, errors=TABLE),
    # tables
    Route("POST", "/tables", tables.open_table, "openTable", of_tables.OpenedTable, "tables", "new", ask.OpenTable, errors=OPEN, status=201, limit="opening"),
    Route("POST", "/import", tables.import_record, "importRecord", of_tables.OpenedTable, "tables", "new", ask.ImportRecord, errors=(*OPEN, "bad_record"), status=201, limit="import", takes_long=True, runs_to_end=True),
    Route("POST", f"{T}/join", tables.join_table, "joinTable", of_tables.JoinedTable, who="new", body=ask.JoinTable, errors=ACT),
    Route("GET", f"{T}/mine", tables.my_seats, "mySeats", of_tables.JoinedTable, who="optional", errors=TABLE),
    Route("POST", f"{T}/knock", tables.knock_at_table, "knockAtTable", of_tables.Knocked, who="new", body=ask.KnockAtTable, errors=ACT, needs_server=True),
    Route("POST", f"{T}/share", tables.share_game, "shareGame", HAPPENED, body=ask.ShareGame, errors=ACT, needs_server=True),
    Route("POST", f"{T}/admit", tables.answer_knock, "answerKnock", HAPPENED, body=ask.AnswerKnock, errors=ACT, needs_server=True),
    Route("POST", f"{T}/open", tables.open_nonce, "openNonce", of_tables.Done, body=ask.OpenNonce, errors=ACT, needs_server=True),
    Route("POST", f"{T}/start", tables.start_game, "startGame", HAPPENED, body=ask.Nothing, errors=ACT, needs_server=True),
    Route("POST", f"{T}/answer", tables.send_answer, "sendAnswer", HAPPENED, body=ask.SendAnswer, errors=ACT),
    Route("POST", f"{T}/leave", tables.leave_table, "leaveTable", HAPPENED, body=ask.ForSeat, errors=ACT),
    Route("POST", f"{T}/back", tables.back_to_table, "backToTable", HAPPENED, body=ask.ForSeat, errors=ACT),
    Route("POST", f"{T}/tickets", tables.give_ticket, "giveTicket", of_tables.GivenTicket, body=ask.ForSeat, errors=ACT, needs_server=True),
    Route("POST", f"{T}/face", tables.choose_face, "chooseFace", HAPPENED, body=ask.ChooseFace, errors=ACT),
    Route("POST", f"{T}/renew", tables.renew_seat, "renewSeat", HAPPENED, body=ask.ForSeat, errors=ACT, needs_server=True),
    Route("POST", f"{T}/bot", tables.fill_seat, "fillSeat", HAPPENED, body=ask.FillSeat, errors=ACT),
    Route("POST", f"{T}/rematch", tables.play_again, "playAgain", of_tables.NextTable, body=ask.Nothing, errors=ACT),
    Route("POST", f"{T}/emotes", tables.send_emote, "sendEmote", HAPPENED, body=ask.SendEmote, errors=ACT),
    Route("GET", f"{T}/record", tables.read_record, "readRecord", errors=(*TABLE, "not_ready"), media_types=(TEXT,), counts_size=True),
    Route("GET", f"{T}/told", tables.show_moves_made, "showMovesMade", of_tables.MovesMade, errors=TABLE),
    Route("GET", f"{T}/dice", tables.count_faces, "countFaces", of_tables.FallenFaces, errors=TABLE),
    # own dice
    Route("GET", f"{T}/enter", tables.show_pad, "showPad", own_dice.Pad, query=ask.OfSeat, errors=(*TABLE, "not_allowed", "bad_setup")),
    Route("GET", f"{T}/correct", tables.show_correctable, "showCorrectable", own_dice.Correctable, query=ask.OfEntry, errors=(*TABLE, "not_allowed", "bad_move")),
    Route("POST", f"{T}/correct", tables.try_correction, "tryCorrection", own_dice.Consequences, body=ask.TryCorrection, errors=(*TABLE, "not_allowed", "bad_move", "bad_dice", "bad_record"), takes_long=True),
    # the coach
    Route("GET", f"{T}/hint", advice.ask_hint, "askHint", study.Hints, query=ask.AskCoach, errors=(*STUDY, "not_allowed"), takes_long=True),
    Route("GET", f"{T}/review", advice.ask_review, "askReview", Sentences[Review], query=ask.AskCoach, errors=STUDY, takes_long=True),
    Route("GET", f"{T}/decisive", advice.ask_decisive, "askDecisive", study.DecisiveMoment, query=ask.OfSeat, errors=STUDY, takes_long=True),
    Route("GET", f"{T}/best", advice.ask_best, "askBest", study.BestPossible, query=ask.AskBest, errors=STUDY, takes_long=True),
    Route("POST", "/study", advice.study, "study", study.Studied, "study", "anybody", ask.Study, errors=("bad_record", "bad_setup", "unknown_game"), takes_long=True),
    Route("POST", "/explore", advice.explore, "explore", study.Explored, "study", "anybody", ask.Explore, errors=("bad_setup", "bad_dice", "unknown_game"), takes_long=True),
    Route("GET", "/distributions/{game}", library.read_distributions, "readDistributions", study.Distributions, "study", "anybody", errors=("unknown_game",), cached=True),
    # days and challenges
    Route("GET", "/today/{day}", today.read_games_of_day, "readDay", of_today.GamesOfDay, "today", "anybody", query=ask.InLanguage, errors=("bad_setup",), cached=True),
    Route("POST", "/today", today.open_game_of_day, "openDay", of_tables.OpenedTable, "today", "new", ask.OpenDay, errors=OPEN, status=201, limit="opening"),
    Route("GET", f"{T}/today", advice.ask_result_of_day, "askResultOfDay", of_today.ResultOfDay, "today", query=ask.InLanguage, errors=STUDY, takes_long=True),
    Route("GET", "/puzzles/{game}", today.read_puzzles, "readPuzzles", of_today.PuzzleList, "today", "anybody", errors=("unknown_game",), cached=True),
    Route("GET", "/puzzles/{game}/{number}", today.read_puzzle, "readPuzzle", of_today.PuzzleAsked, "today", "anybody", query=ask.InLanguage, errors=("unknown_game", "bad_setup"), cached=True),
    Route("POST", f"{T}/challenge", challenges.make_challenge, "makeChallenge", of_tables.GivenTicket, "today", body=ask.Nothing, errors=CHALLENGE, needs_server=True),
    Route("POST", "/challenges/{table}", challenges.look_at_challenge, "lookAtChallenge", of_today.Challenge, "today", "new", ask.LookAtChallenge, errors=CHALLENGE, needs_server=True),
    Route("POST", "/challenges/{table}/play", challenges.play_challenge, "playChallenge", of_tables.OpenedTable, "today", "new", ask.PlayChallenge, errors=CHALLENGE, status=201, needs_server=True, limit="opening"),
    Route("POST", "/challenges/{table}/compare", challenges.compare_challenge, "compareChallenge", of_today.Compared, "today", body=ask.CompareChallenge, errors=CHALLENGE, needs_server=True, takes_long=True),
    # oneself
    Route("GET", "/me/tables", player.my_tables, "myTables", of_tables.MyTables, "me", "optional", query=ask.WhichTables, errors=("no_key",)),
    Route("GET", "/me/export", player.export_me, "exportMe", of_tables.Export, "me", errors=("no_key",), takes_long=True, runs_to_end=True),
    Route("DELETE", "/me", player.forget_me, "forgetMe", tag="me", errors=("no_key", "partial", "no_space"), status=204),
    # the library
    Route("GET", "/games", library.list_games, "listGames", of_library.Library, "library", "anybody", query=ask.InLanguage, cached=True),
    Route("GET", "/texts/{language}", library.read_texts, "readTexts", dict[str, str], "library", "anybody", cached=True),
    Route("GET", "/rules/{game}", library.read_rules, "readRules", of_library.RulesPage, "library", "anybody", query=ask.InLanguage, errors=("unknown_game",), cached=True),
    Route("POST", "/score", library.score_dice, "score", of_library.Score, "library", "anybody", ask.AskScore, errors=("bad_setup", "bad_dice", "unknown_game")),
    # printed pads
    Route("GET", "/games/{game}/pad", library.draw_pad, "drawPad", of_library.PrintedPad, "pads", "anybody", query=ask.BlankPad, errors=("unknown_game", "bad_setup"), limit="drawing"),
    Route("GET", "/games/{game}/pad.{kind}", library.read_pad, "readPad", tag="pads", who="anybody", query=ask.BlankPadPage, errors=("unknown_game", "bad_setup"), media_types=FILE, limit="drawing"),
    Route("GET", f"{T}/pad", library.draw_table, "drawTable", of_library.PrintedPad, "pads", query=ask.OnPaper, errors=STUDY, limit="drawing"),
    Route("GET", f"{T}/pad.{{kind}}", library.read_table_pad, "readTablePad", tag="pads", query=ask.PageOnPaper, errors=STUDY, media_types=FILE, limit="drawing"),
)
# fmt: on

PARAMETERS: Mapping[str, str] = {
    "language": "de|en",
    "kind": "svg|pdf",
    "number": "[0-9]{1,7}",
    "table": "[a-z2-7]{16}",
}
"""Patterns of parameters in paths; others are any text without a slash."""


def pattern(path: str) -> re.Pattern[str]:
    """A pattern that matches the paths of a route."""
    parts = re.split(r"\{(\w+)\}", path)
    return re.compile(
        "".join(
            f"(?P<{part}>{PARAMETERS.get(part, '[^/]+')})" if at % 2 else re.escape(part)
            for at, part in enumerate(parts)
        )
    )
