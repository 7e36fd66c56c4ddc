"""The command that proves dice: verify."""

from dataclasses import asdict

import typer

from knobel.cli.options import File, Json, Language, print_json
from knobel.cli.screen import screen
from knobel.core.files import load
from knobel.core.proof import prove
from knobel.scene.text import catalogue, say, text


def verify(path: File, language: Language, as_json: Json = False) -> None:
    """Prove that every die of a record is the one that was sealed before the game; exit code 1 if not."""
    catalogue(language)
    proof = prove(load(path))
    if as_json:
        print_json({"holds": proof.holds, **asdict(proof)})
    elif proof.holds:
        console = screen()
        console.print(say(text("cli.verify.holds", n=proof.dice, throws=proof.throws), language))
        if proof.again:
            console.print(say(text("cli.verify.again", n=proof.again), language))
    else:
        screen().print(say(text("cli.verify.fails", problem=str(proof.problem)), language), soft_wrap=True)
    if not proof.holds:
        raise typer.Exit(1)
