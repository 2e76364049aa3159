"""From what the server shows of a board to a game of the engine, and on with each ack."""

from pantagruel_client.errors import Disagreement
from pantagruel_engine.board import Shown
from pantagruel_engine.card import parse_face
from pantagruel_engine.errors import RulesError
from pantagruel_engine.game import Game
from pantagruel_engine.notation import Kind, Move, parse_move
from pantagruel_engine.variant import Variant
from pantagruel_engine.view import PlayerView, ViewColumn
from pantagruel_protocol.client_messages import Command, Play
from pantagruel_protocol.frames import tag_of
from pantagruel_protocol.server_messages import Ack
from pantagruel_protocol.values import Card, Step, View


def game_of(view: View, variant: Variant) -> Game:
    """Make the game that *view* shows; cards never seen are unknown in it."""
    try:
        seen = PlayerView(
            columns=tuple(ViewColumn(column.down, _faces(column.up)) for column in view.columns),
            foundations=view.foundations,
            stock=tuple(None if card is None else parse_face(card) for card in view.stock),
            waste=_faces(view.waste),
            redeals=view.redeals,
            moves=view.moves,
            draws=view.draws,
            score=view.score,
            streak=view.streak,
            time_bonus=view.time_bonus,
        )
        return Game.from_view(seen, variant)
    except (RulesError, IndexError) as error:
        msg = f"the server shows a board that cannot be: {error}"
        raise Disagreement(msg) from None


def follow(game: Game, command: Command, ack: Ack) -> None:
    """Do in *game* what the server accepted; raises Disagreement when the rules forbid it.

    A player's own engine is the check on the server: a move let through that is illegal, or a
    count that does not follow, is named here, at once and by whoever plays.
    """
    text = command.m if isinstance(command, Play) else tag_of(type(command))
    follow_step(game, Step(0, ack.n, ack.ms, text, ack.drawn, ack.flip, ack.played))
    _compare(game, ack)


def follow_step(game: Game, step: Step) -> None:
    """Do in *game* what a watcher is told; raises Disagreement when the rules forbid it."""
    try:
        match step.m:
            case "finish":
                _follow_finish(game, step)
            case "bank" | "forfeit":
                pass  # moves no card
            case text:
                flip = None if step.flip is None else parse_face(step.flip)
                game.follow(parse_move(text), Shown(_faces(step.drawn), flip), step.ms)
    except RulesError as error:
        msg = f"the server accepted command {step.k}, which the rules refuse: {error}"
        raise Disagreement(msg) from None


def _follow_finish(game: Game, step: Step) -> None:
    drawn = _faces(step.drawn)
    for text in step.played:
        move = parse_move(text)
        disclosed: tuple[int, ...] = ()
        if move.kind is Kind.DRAW:
            count = min(game.variant.draw, len(game.stock))
            disclosed, drawn = drawn[:count], drawn[count:]
        game.follow(move, Shown(disclosed), step.ms)


def _compare(game: Game, ack: Ack) -> None:
    """Hold the server's counts against our own."""
    ours = (game.score, game.home, game.hidden, game.moves, game.draws, game.redeals)
    theirs = (ack.score, ack.home, ack.hidden, ack.moves, ack.draws, ack.redeals)
    for name, mine, said in zip(
        ("score", "home", "hidden", "moves", "draws", "redeals"), ours, theirs, strict=True
    ):
        if mine != said:
            msg = f"after command {ack.n} the server counts {name} {said}, the rules {mine}"
            raise Disagreement(msg)


def move_of(move: Move | str) -> Move:
    """Read a move given as text or as itself; raises the engine's InvalidMove."""
    return move if isinstance(move, Move) else parse_move(move)


def _faces(cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(map(parse_face, cards))
