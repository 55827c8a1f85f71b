"""Many games of one kind stepped together in C: arrays in, arrays out. A game that ends begins again at once.

    env = senet.load_game('Breakthrough').vector_env(1024)
    env.reset()
    env.step(moves)          # moves: uint32, the number of a legal move of each game, below env.counts
    env.step_places(places)  # or int32 places in the tensor of moves, as networks give them

The arrays movers, counts, done, utilities and lengths are NumPy arrays where NumPy is installed, otherwise memoryviews; a
step writes into the same memory.

Native code makes the moves where the game has some (env.executor; game.set_executor chooses). It numbers moves that nobody
has looked at in an order of its own; after observe() or state(i) numbers are those of what was seen.
"""
from __future__ import annotations

import array

try:
    import numpy
except ImportError:
    numpy = None

_TYPES = {'int32': 'i', 'uint32': 'I', 'uint8': 'B', 'float64': 'd', 'float32': 'f'}


def make_array(shape, dtype: str):
    """Zeros of a shape, as NumPy array or flat memoryview."""
    if numpy is not None:
        return numpy.zeros(shape, dtype)
    size = 1
    for n in shape:
        size *= n
    code = _TYPES[dtype]
    return memoryview(array.array(code, bytes(size * array.array(code).itemsize)))


class VectorEnv:
    """n games of one kind."""

    def __init__(self, game, n: int, seed: int = 1, threads: int = 0):
        self.game, self.n, self.seed = game, n, seed
        self._core = game._core.batch(n, seed, threads)
        self.movers = make_array((n,), 'int32')      # players to move, from 1
        self.counts = make_array((n,), 'uint32')     # legal moves
        self.done = make_array((n,), 'uint8')        # 1: the last step ended the game
        self.utilities = make_array((n, game.num_players()), 'float64')  # of games that ended
        self.lengths = make_array((n,), 'uint32')
        self._moves = make_array((n,), 'uint32')
        self._result = (self.movers, self.counts, self.done, self.utilities, self.lengths)
        self.reset(seed)

    def __len__(self) -> int:
        return self.n

    @property
    def executor(self) -> str:
        """Who makes the moves now: 'native' or 'interpreter'."""
        return self._core.executor()

    def reset(self, seed: int | None = None) -> None:
        self._core.start(self.seed if seed is None else seed, *self._result)

    def step(self, moves) -> None:
        """A legal move in each game, by number (uint32)."""
        self._core.step(moves, *self._result)

    def step_places(self, places) -> None:
        """A legal move in each game, by its place in the tensor of moves (int32)."""
        self._core.moves_at(places, self._moves)
        self._core.step(self._moves, *self._result)

    def step_random(self, steps: int = 1) -> None:
        self._core.step_random(steps, *self._result)

    def observe(self, states=None, mask=None):
        """States (float32) and masks of legal places (uint8) of all games, into the arrays given or new ones."""
        channels, width, height = self.game.observation_tensor_shape()
        if states is None:
            states = make_array((self.n, channels, width, height), 'float32')
        if mask is None:
            mask = make_array((self.n, self.game.num_distinct_actions()), 'uint8')
        self._core.tensors(states, mask)
        return states, mask

    def state(self, i: int):
        """A copy of the state of game i."""
        from . import State
        return State(self.game, self._core.position(i))
