"""Senet: any game written in Ludii's .lud or Regular Boardgames' .rbg, as one forward model with OpenSpiel's names.

    import senet
    game = senet.load_game('Breakthrough')
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state.returns())

Actions are numbers that mean the same in every position of a game: the place of the move in the tensor of moves
(`senet tensors GAME`). Now and then several legal moves share a place; the second has the number place + num_distinct_actions(),
the third place + 2 * num_distinct_actions(), and so on. Players are numbered from 0 here, as in OpenSpiel.
"""
from __future__ import annotations

import array
import json
import os
import random
from typing import Any, Callable, Iterable, Iterator, Optional, Sequence, Union

from . import _senet

Error = _senet.Error
__version__ = _senet.version()
__all__ = ['Agent', 'ChanceState', 'Error', 'Features', 'Game', 'State', 'compare', 'list_games', 'load_game', 'match', 'playouts', 'registered_names',
           'replay']

CHANCE_PLAYER = -1
SIMULTANEOUS_PLAYER = -2
TERMINAL_PLAYER = -4


def _library(paths: Iterable[str] = ()) -> _senet.Library:
    shipped = os.path.join(os.path.dirname(__file__), 'games')
    return _senet.Library([*paths, *([shipped] if os.path.isdir(shipped) else [])])


def registered_names(library: Iterable[str] = ()) -> list[str]:
    """The names of all games: Senet's own, those of SENET_LIBRARY, and those of the folders and jars given."""
    return sorted(set(_library(library).names()))


def list_games(library: Iterable[str] = (), played: bool = False) -> Iterator[dict]:
    """What is known about every game, one after another, as `senet list --json` prints it; played: also what thirty random
    games show."""
    opened = _library(library)
    for i in range(len(opened.names())):
        yield json.loads(opened.summary(i, played))


def load_game(name: Optional[str] = None, *, text: Optional[str] = None, options: Sequence[str] = (),
              ruleset: Optional[str] = None, library: Iterable[str] = (), language: str = 'lud') -> Game:
    """A game by its name or path, or from the text of a description; options such as 'Board Size/9x9'.

    A mistake in a description raises Error with the place, the line and a caret.
    """
    opened = _library(library)
    if text is not None:
        return Game(opened.load(text=text, text_name=f'text.{language}', options=list(options), ruleset=ruleset))
    return Game(opened.load(name, options=list(options), ruleset=ruleset))


def replay(record: str, library: Iterable[str] = ()) -> State:
    """The state at the end of a recorded game: a line of JSON of State.record or `senet playout --record`, or a trial file of
    Ludii. Its moves can be undone."""
    game, position = _library(library).replay(record)
    return State(Game(game), position)


class Game:
    """Rules, board and pieces. Shared by any number of states and threads."""

    def __init__(self, core: _senet.Game):
        self._core = core
        self._shape = core.tensor_shape()

    def __repr__(self) -> str:
        return f'<senet.Game {self._core.name}>'

    def name(self) -> str:
        return self._core.name

    def num_players(self) -> int:
        return self._core.players

    def is_simultaneous(self) -> bool:
        return bool(self._core.flags & 1)

    def is_stochastic(self) -> bool:
        return bool(self._core.flags & 2)

    def is_perfect_information(self) -> bool:
        return not self._core.flags & 4

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def num_distinct_actions(self) -> int:
        """The size of the tensor of moves. Moves that share a place have numbers beyond it: see the module."""
        if not self._shape:
            raise Error('a match has no tensors')
        return self._shape[3] * self._shape[1] * self._shape[2]

    def observation_tensor_shape(self) -> list[int]:
        """[channels, width, height]"""
        if not self._shape:
            raise Error('a match has no tensors')
        return list(self._shape[:3])

    def observation_tensor_size(self) -> int:
        channels, width, height = self.observation_tensor_shape()
        return channels * width * height

    def channel_names(self) -> list[str]:
        return self._core.channel_names()

    def new_initial_state(self, seed: int = 1, stream: int = 0, explicit_chance: bool = False) -> State:
        """A state at the start. What chance does follows from seed and stream; with explicit_chance there are chance nodes
        instead (ChanceState)."""
        kind = ChanceState if explicit_chance else State
        return kind(self, self._core.position(seed, stream))

    def deserialize_state(self, text: str, seed: int = 1) -> State:
        """The state that State.serialize wrote."""
        position, *chance = text.split('\t')
        state = self.new_initial_state(seed, explicit_chance=bool(chance))
        state._core.set(position)
        if isinstance(state, ChanceState):
            state._read(json.loads(chance[0]))
        return state

    def playouts(self, n: int = 1000, seed: int = 1, threads: int = 1, **more) -> dict:
        """Random games from the start: senet.playouts."""
        return playouts(self, n, seed, threads, **more)

    def facts(self) -> dict:
        """What is known about the game, as `senet info --json` prints it: pieces, options, branching, the default agent..."""
        return json.loads(self._core.facts())

    def about(self, what: str) -> Optional[str]:
        """What the description says about itself: 'rules', 'description', 'author'..., or None."""
        return self._core.about(what)

    def sides(self, player: int) -> str:
        """The sides of the board that a player is to connect, such as 'N and S'; '' in other games."""
        return self._core.sides(player + 1)

    def default_agent(self, seconds: float = 1.0) -> str:
        """The agent that plays the game by default, as text, with so many seconds a move."""
        return self._core.default_agent(seconds)

    def legend(self) -> str:
        """What the letters of drawings mean."""
        return self._core.legend()

    def set_executor(self, name: str) -> None:
        """Who plays playouts, searches and vector environments: 'native' (compiled now), 'interpreter' or 'auto'. Before the
        first of them."""
        self._core.executor(name)

    def agent(self, text: str = 'auto', seed: int = 1) -> Agent:
        """An agent as `senet help agents` lists them."""
        return Agent(self._core.agent(text, seed))

    def features(self, set: str) -> Features:
        """Spatial features: 'Atomic-2-4', 'Initial', or the text of a file of features with weights."""
        return Features(self._core.features(set))

    def vector_env(self, n: int, seed: int = 1, threads: int = 0):
        """n games stepped together in C; arrays in and out. See senet.vector."""
        from .vector import VectorEnv
        return VectorEnv(self, n, seed, threads)


class State:
    """A game in progress."""

    def __init__(self, game: Game, core: _senet.Position, history: Optional[list[int]] = None):
        self._game = game
        self._core = core
        self._history = history if history is not None else []
        self._made: list[int] = []  # how many actions of the history each move had that was made here
        self._numbers: Optional[dict[int, int]] = None  # action -> number of the legal move

    def get_game(self) -> Game:
        return self._game

    def _actions(self) -> dict[int, int]:
        if self._numbers is None:
            self._numbers = {}
            size = self._game.num_distinct_actions()
            for number, place in enumerate([] if self._core.over else self._core.places()):
                while place in self._numbers:
                    place += size
                self._numbers[place] = number
        return self._numbers

    def _number(self, action: int) -> int:
        number = self._actions().get(action)
        if number is None:
            raise Error(f'{action} is not a legal action')
        return number

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        """Sorted. With a player: that player's, none when another one is to move."""
        if player is not None and self._game.is_simultaneous():
            movers = [move[0] for move in self._core.moves()]
            return sorted(a for a, number in self._actions().items() if movers[number] == player + 1)
        if player is not None and player != self.current_player():
            return []
        return sorted(self._actions())

    def legal_actions_mask(self, player: Optional[int] = None) -> list[int]:
        """1 for every legal action below num_distinct_actions()."""
        mask = [0] * self._game.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action % len(mask)] = 1
        return mask

    def apply_action(self, action: int) -> None:
        self._core.apply(self._number(action))
        self._note(action)

    def _note(self, *actions: int) -> None:
        """A move was made, which these actions were."""
        self._history.extend(actions)
        self._made.append(len(actions))
        self._numbers = None

    def apply_actions(self, actions: Sequence[int]) -> None:
        """One action of every player who has any, in a simultaneous game."""
        self._core.apply_all([self._number(action) for action in actions])
        self._note(*actions)

    def apply_random(self) -> None:
        """A random legal move, drawn in C without listing the others where the rules allow it. It has no action, so that
        the history does not have it."""
        self._core.apply_random()
        self._note()

    def undo_action(self, player: Optional[int] = None, action: Optional[int] = None) -> None:
        self._core.undo()
        actions = self._made.pop() if self._made else 0
        del self._history[len(self._history) - actions:]
        self._numbers = None

    def child(self, action: int) -> State:
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        return State(self._game, self._core.copy(), list(self._history))

    def history(self) -> list[int]:
        """The actions made, but for random ones (apply_random); in a simultaneous game those of all players."""
        return list(self._history)

    def move_number(self) -> int:
        return self._core.ply

    def current_player(self) -> int:
        if self._core.over:
            return TERMINAL_PLAYER
        return SIMULTANEOUS_PLAYER if self._game.is_simultaneous() else self._core.mover - 1

    def is_terminal(self) -> bool:
        return self._core.over

    def is_simultaneous_node(self) -> bool:
        return self.current_player() == SIMULTANEOUS_PLAYER

    def is_chance_node(self) -> bool:
        """Chance is part of moves here, so that no state waits for it; with explicit_chance some do (ChanceState)."""
        return False

    def chance_outcomes(self, action: Optional[int] = None) -> list[tuple[int, float]]:
        """What chance may do before the move (action None: dice) or while it is made, with probabilities."""
        move = None if action is None else self._number(action)
        return list(enumerate(self._core.outcomes(move)))

    def choose_outcome(self, outcome: int) -> None:
        """Lets this outcome happen before the move."""
        self._core.choose_outcome(outcome)
        self._numbers = None

    def apply_action_with_outcome(self, action: int, outcome: int) -> None:
        self._core.apply_outcome(self._number(action), outcome)
        self._note(action)

    def returns(self) -> list[float]:
        """In [-1, 1] by player; 0 while the game goes on."""
        return self._core.utilities() if self._core.over else [0.0] * self._game.num_players()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def ranks(self) -> list[float]:
        return self._core.ranks()

    def action_to_string(self, player_or_action: int, action: Optional[int] = None) -> str:
        """action_to_string(action), or as in OpenSpiel action_to_string(player, action)."""
        return self._core.move_text(self._number(player_or_action if action is None else action))

    def string_to_action(self, text: str) -> int:
        """The action written so: A2-A3, Nf3, or the number of a legal move from 1."""
        number = self._core.find_move(text)
        return next(action for action, n in self._actions().items() if n == number)

    def observation_tensor(self, player: Optional[int] = None, out=None):
        """The state as planes: into `out` (a writable float32 array) without a copy, or a new array.array. As the player sees
        it, by default the one to move."""
        made = array.array('f', bytes(4 * self._game.observation_tensor_size())) if out is None else out
        self._core.tensor(made, self._core.mover if player is None else player + 1)
        return made

    def observation_string(self, player: Optional[int] = None) -> str:
        """The board as the player sees it."""
        return self._core.draw(0 if player is None else player + 1)

    def serialize(self) -> str:
        """One line of text; Game.deserialize_state reads it."""
        return self._core.text()

    def hash(self) -> int:
        return self._core.hash

    def playouts(self, n: int = 1000, seed: int = 1, threads: int = 1, **more) -> dict:
        """Random games from here, which stays as it is: senet.playouts."""
        return playouts(self, n, seed, threads, **more)

    def perft(self, depth: int) -> int:
        """How many sequences of so many moves there are from here; chance falls as it would."""
        return self._core.perft(depth)

    def svg(self) -> str:
        """The position as a picture."""
        return self._core.svg()

    def picture(self, format: str = 'svg', player: Optional[int] = None, last_move: bool = True, delay: int = 0) -> bytes:
        """The bytes of a file: 'svg' or 'png' of the position, or 'gif' of the game so far (delay: hundredths of a second a
        move), as a player sees it."""
        if format not in _FORMATS:
            raise Error(f"there is no format '{format}': {', '.join(_FORMATS)}")
        return self._core.picture(_FORMATS[format], 0 if player is None else player + 1, last_move, delay)

    def action_as_seen(self, action: int, player: int) -> str:
        """The action as another player sees it who must not know what is hidden."""
        return self._core.move_seen(self._number(action), player + 1)

    def find_actions(self, text: str) -> list[int]:
        """The actions that a part of a move may mean: those that begin so (A2 of A2-A3), or else those that go there."""
        actions = {number: action for action, number in self._actions().items()}
        return [actions[number] for number in self._core.find_moves(text)]

    def pieces(self, player: Optional[int] = None) -> list[dict]:
        """What stands where, as a player sees it (default: everything): 'site' by name, 'level' of a stack, 'piece' by name,
        'owner' (-1: nobody), 'count', 'state', 'rotation' and 'value'; None: hidden."""
        core, found = self._game._core, []
        names = [name for name, _ in core.pieces()]
        viewer = 0 if player is None else player + 1
        for kind in range(3):
            for site in range(core.sites(kind)):
                try:
                    height = self._core.height(kind, site)
                except Error:  # nothing can stand on sites of this kind
                    break
                for level in range(height):
                    piece, owner, *rest = self._core.site(kind, site, level, viewer)
                    if piece:
                        count, state, rotation, value = (None if number < 0 else number for number in rest)
                        found.append({'site': core.site_name(kind, site), 'level': level,
                                      'piece': names[piece - 1] if piece > 0 else None,
                                      'owner': None if owner < 0 else owner - 1, 'count': count, 'state': state,
                                      'rotation': rotation, 'value': value})
        return found

    def dice(self) -> list[int]:
        """What was thrown for the legal moves."""
        return self._core.dice()

    def throw(self, faces: Sequence[int]) -> None:
        """Lets these dice be thrown for the legal moves."""
        self._core.throw(faces)
        self._numbers = None

    def scores(self) -> list[int]:
        """By player; 0 in games without."""
        return self._core.scores()

    def notes(self) -> list[tuple[int, str]]:
        """What the rules said with the last move, each with the player who was meant; -1: everybody."""
        return [(player - 1, text) for player, text in self._core.notes()]

    def record(self) -> str:
        """The game so far as a line of JSON; senet.replay and `senet replay` read it."""
        return self._core.record()

    def __str__(self) -> str:
        return self._core.draw(0)


class ChanceState(State):
    """A state with chance nodes, as OpenSpiel has them: at these the player is CHANCE_PLAYER, the legal actions are the numbers
    of the outcomes, chance_outcomes() has their probabilities, and apply_action lets one happen. Where there are more than a
    million outcomes (a deck that is shuffled), and before the first move, chance follows from the seed."""

    def __init__(self, game: Game, core: _senet.Position, history: Optional[list[int]] = None):
        super().__init__(game, core, history)
        self._making: Optional[int] = None  # the action whose outcome is to be chosen
        self._chosen: Optional[int] = None  # the outcome that was chosen for the legal moves here
        self._steps: list[tuple[str, Optional[int]]] = []  # what each item of the history was, and _chosen before it
        self._odds: Optional[list[float]] = None           # probabilities of the outcomes to choose from, once found

    def _outcomes(self, move: Optional[int]) -> list[float]:
        try:
            return self._core.outcomes(move)
        except Error:  # too many, or all players move at once: drawn from the seed
            return [1.0]

    def _probabilities(self) -> list[float]:
        """Of the outcomes to choose from now; none at other nodes."""
        if self._odds is None:
            found = [1.0]
            if self._making is not None:
                found = self._outcomes(self._number(self._making))
            elif self._chosen is None and not self._core.over:
                found = self._outcomes(None)
            self._odds = found if len(found) > 1 else []
        return self._odds

    def _step(self, kind: str, action: int, making: Optional[int] = None, chosen: Optional[int] = None) -> None:
        self._history.append(action)
        self._steps.append((kind, self._chosen))
        self._making, self._chosen = making, chosen
        self._odds = self._numbers = None

    def is_chance_node(self) -> bool:
        return bool(self._probabilities())

    def current_player(self) -> int:
        return CHANCE_PLAYER if self.is_chance_node() else super().current_player()

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        if not self.is_chance_node():
            return super().legal_actions(player)
        return list(range(len(self._probabilities()))) if player in (None, CHANCE_PLAYER) else []

    def chance_outcomes(self, action: Optional[int] = None) -> list[tuple[int, float]]:
        """The numbers of the outcomes and their probabilities; with an action what chance may do while it is made."""
        return super().chance_outcomes(action) if action is not None else list(enumerate(self._probabilities()))

    def apply_action(self, action: int) -> None:
        odds = self._probabilities()
        if odds and not 0 <= action < len(odds):
            raise Error(f'{action} is not an outcome')
        if odds and self._making is None:
            self._core.choose_outcome(action)
            self._step('before', action, chosen=action)
        elif odds:
            self._core.apply_outcome(self._number(self._making), action)
            self._step('during', action)
        elif len(self._outcomes(self._number(action))) > 1:
            self._step('making', action, making=action, chosen=self._chosen)
        else:
            self._core.apply(self._number(action))
            self._step('move', action)

    def _note(self, *actions: int) -> None:
        for i, action in enumerate(actions):
            self._step('together' if i else 'move', action)

    def apply_random(self) -> None:
        """An outcome by its probability, or a random legal move."""
        odds = self._probabilities()
        actions = self.legal_actions()
        self.apply_action(random.choices(actions, odds)[0] if odds else random.choice(actions))

    def undo_action(self, player: Optional[int] = None, action: Optional[int] = None) -> None:
        if not self._steps:
            raise Error('there is no move to take back')
        if self._steps[-1][0] in ('move', 'during', 'together'):
            self._core.undo()
        while self._steps[-1][0] == 'together':
            self._steps.pop()
            self._history.pop()
        kind, self._chosen = self._steps.pop()
        self._history.pop()
        self._making = self._history[-1] if kind == 'during' else None
        self._odds = self._numbers = None

    def clone(self) -> ChanceState:
        copy = ChanceState(self._game, self._core.copy(), list(self._history))
        copy._making, copy._chosen, copy._steps = self._making, self._chosen, list(self._steps)
        return copy

    def action_to_string(self, player_or_action: int, action: Optional[int] = None) -> str:
        if not self.is_chance_node():
            return super().action_to_string(player_or_action, action)
        number = player_or_action if action is None else action
        return f'outcome {number} ({self._probabilities()[number]:.4g})'

    def serialize(self) -> str:
        return self._core.text() + '\t' + json.dumps([self._chosen, self._making])

    def _read(self, chance: list) -> None:
        """What serialize wrote after the text of the position."""
        chosen, making = chance
        if chosen is not None:
            self.apply_action(chosen)
        if making is not None:
            self.apply_action(making)


class Agent:
    """Whatever chooses moves."""

    def __init__(self, core: _senet.Agent):
        self._core = core

    def step(self, state: State, player: Optional[int] = None) -> int:
        """The chosen action."""
        return self.analyse(state, player)[0]

    def analyse(self, state: State, player: Optional[int] = None, tell: Optional[Callable[[dict], Any]] = None,
                every: float = 0.1) -> tuple[int, dict]:
        """The chosen action and what the search found: value, iterations, each move's visits and value, the expected line.

        tell(report) is called while the search goes on, every so many seconds (depth-first searches: after each depth), and
        stops it by answering something true.
        """
        actions = {n: action for action, n in state._actions().items()}
        asked = 0 if player is None else player + 1
        if tell is None:
            number, report = self._core.ask(state._core, asked)
        else:
            def hear(report):
                return tell(self._readable(report, actions))
            number, report = self._core.ask_telling(state._core, asked, hear, every)
        report['line'] = self._line(state._core.copy(), report['expected'])
        return actions[number], self._readable(report, actions)

    @staticmethod
    def _readable(report: dict, actions: dict[int, int]) -> dict:
        for line in report['moves']:
            line['action'] = actions[line.pop('move')]
        del report['expected']
        return report

    @staticmethod
    def _line(position: _senet.Position, expected: list[int]) -> list[str]:
        """The moves of an expected line as text."""
        line = []
        for move in expected:
            if position.over or move >= position.count():
                break
            line.append(position.move_text(move))
            position.apply(move)
        return line

    def ponder(self, state: State) -> None:
        """Thinks about a state while somebody else does, until the agent is asked."""
        self._core.ponder(state._core)

    def ponder_end(self) -> None:
        self._core.ponder_end()

    def limit(self, seconds: float = 0.0, iterations: int = 0) -> None:
        self._core.limit(seconds, iterations)

    def stop(self) -> None:
        self._core.stop()

    def resume(self) -> None:
        self._core.resume()


class Features:
    """Patterns around the sites of a move, with weights. One thread at a time."""

    def __init__(self, core: _senet.Features):
        self._core = core

    def texts(self) -> list[str]:
        return self._core.texts()

    def active(self, state: State) -> dict[int, list[int]]:
        """The numbers of the active features of each legal action."""
        found = self._core.active(state._core)
        return {action: found[number] for action, number in state._actions().items()}

    def scores(self, state: State) -> dict[int, float]:
        """The sum of the weights of each legal action; a policy is the softmax over them."""
        found = self._core.scores(state._core)
        return {action: found[number] for action, number in state._actions().items()}


_FORMATS = {'svg': 0, 'png': 1, 'gif': 2}
_KINDS = {'optimised': 0, 'standard': 1, 'fill': 2, 'parts': 3}


def playouts(where: Union[Game, State], n: Optional[int] = None, seed: int = 1, threads: int = 1, *, seconds: float = 0.0,
             kind: str = 'optimised', interpret: bool = False, first: int = 0, longest: int = 0,
             tell: Optional[Callable[[dict], Any]] = None, record: Optional[Callable[[int, str], Any]] = None,
             winners=None, lengths=None, utilities=None) -> dict:
    """Random games from the start of a game or from a state: n of them (default 1000), or as many as `seconds` allow.

    The answer has 'games', 'moves', 'draws', 'wins' by player, 'utility' and 'scores' (means by player), 'seconds',
    'cpu_seconds', 'native' (games played by native code), 'why' it did not play the others, and for kind 'parts' the
    numbers of 'whole' moves, 'parts', parts 'offered' and 'dead' ones. Game k of a seed is the same on any number of threads.

    tell(totals) is called now and then and stops the playouts when it returns something true; record(number, line) gets
    every game as a line of JSON. winners (int32), lengths (uint32) and utilities (float64, n times players) are writable
    arrays for the outcomes. longest cuts games from a state after so many moves. interpret: without native code.
    """
    if kind not in _KINDS:
        raise Error(f"there is no kind '{kind}' of playout: {', '.join(_KINDS)}")
    if n is None:
        n = 0 if seconds else 1000
    return where._core.playouts(n, seed, threads, _KINDS[kind], seconds, interpret, first, tell, record, winners, lengths,
                                utilities, longest)


def match(game: Game, agents: Union[str, Sequence[str]], n: int = 10, seed: int = 1, threads: int = 0, *,
          openings: Iterable[str] = (), sprt: Optional[tuple[float, float]] = None, records: bool = False,
          tell: Optional[Callable[[dict], Any]] = None) -> dict:
    """n games between agents, who take the seats in turn, on several threads; what they say about the agents.

    The answer has 'games', 'mean_length', 'stopped' (games in which the rules or an agent failed), 'sprt', and 'agents', each
    with 'agent', 'games', 'wins', 'losses', 'draws', 'score' (share of the points), its 95 % 'interval', 'elo', 'iterations'
    and 'seconds'. openings are lines of moves such as 'E2-E4 E7-E5', each played by everybody on every seat. sprt=(low, high)
    stops once it is clear whether the first agent is high rather than low Elo better. tell(game) is called after every game
    ('number', 'moves', 'seats', with records=True also 'record') and stops the match when it returns something true.
    """
    low, high = sprt or (0.0, 0.0)
    text = agents if isinstance(agents, str) else ','.join(agents)
    return game._core.match(text, n, seed, threads, records, list(openings), low, high, tell)


def compare(record: str, moves_only: bool = False, library: Iterable[str] = ()) -> dict:
    """Plays a record (a line of JSON, a trial file of Ludii, or a trace with all positions) again from the start. 'same' says
    whether everything is as recorded, 'ply' and 'cause' where and how it differs first."""
    return _library(library).compare(record, 0 if moves_only else 1)
