"""Boards as grids: where the sites of a board lie so that each direction is the same step everywhere.

Then a convolution over neighbours is an ordinary 3 x 3 convolution, many times as fast on a GPU as gathering neighbours.
Square boards, hexagonal ones (sheared) and most others are grids; where one is not, neighbours are gathered.
"""
from __future__ import annotations

from typing import NamedTuple, Optional

import numpy


class Grid(NamedTuple):
    """The same grid for all players, who may see the board turned."""
    height: int
    width: int
    cells: numpy.ndarray   # [players, tokens]: where each token lies
    tokens: numpy.ndarray  # [players, height * width]: the token there, or the number of tokens: none
    taps: numpy.ndarray    # [directions]: the step, as a place of a 3 x 3 kernel


def _lay_out(near, first: int, second: int, connected):
    """Rows and columns of the connected tokens when two directions are the steps (0, 1) and (1, 0), or None."""
    count = near.shape[0]
    links = [[] for _ in range(count)]
    for slot, down, right in ((first, 0, 1), (second, 1, 0)):
        for token in numpy.flatnonzero(near[:, slot] < count):
            other = near[token, slot]
            links[token].append((other, down, right))
            links[other].append((token, -down, -right))
    start = int(connected[0])
    places, ahead = {start: (0, 0)}, [start]
    while ahead:
        token = ahead.pop()
        row, column = places[token]
        for other, down, right in links[token]:
            place = (row + down, column + right)
            if other not in places:
                places[other] = place
                ahead.append(other)
            elif places[other] != place:
                return None
    if len(places) < len(connected) or len(set(places.values())) < len(places):
        return None
    low = numpy.array(list(places.values())).min(0)
    return {token: (row - low[0], column - low[1]) for token, (row, column) in places.items()}


def _steps(near, places):
    """The step of every direction, or None where it is not the same everywhere or a neighbour is missing."""
    count, slots = near.shape
    there, steps = set(places.values()), [None] * slots
    for token, (row, column) in places.items():
        for slot in range(slots):
            other = near[token, slot]
            if other == count:
                continue
            step = (places[other][0] - row, places[other][1] - column) if other in places else (9, 9)
            if steps[slot] not in (None, step) or max(map(abs, step)) > 1:
                return None
            steps[slot] = step
    steps = [step or (0, 0) for step in steps]
    for token, (row, column) in places.items():
        for slot, (down, right) in enumerate(steps):
            used = (near[:, slot] < count).any()
            if used and near[token, slot] == count and (row + down, column + right) in there:
                return None
    return steps


def _with_isolated(places, isolated):
    """Tokens without neighbours (hands, dice) in rows of their own below the board, a cell apart from everything."""
    height = max(row for row, _ in places.values()) + 1
    width = max(column for _, column in places.values()) + 1
    each = (width + 1) // 2
    for i, token in enumerate(isolated):
        places[int(token)] = (height + 1 + 2 * (i // each), 2 * (i % each))
    return places


def _find_steps(near, connected):
    for first in range(1, near.shape[1]):
        for second in range(1, near.shape[1]):
            places = _lay_out(near, first, second, connected) if first != second else None
            steps = _steps(near, places) if places else None
            if steps:
                return first, second, steps
    return None


def find_grid(near) -> Optional[Grid]:
    """near: [players, tokens, directions], the number of tokens for none; direction 0 is the token itself."""
    players, count, _ = near.shape
    alone = (near[0, :, 1:] == count).all(1)
    connected, isolated = numpy.flatnonzero(~alone), numpy.flatnonzero(alone)
    if len(connected) < 2 or ((near[:, :, 1:] == count).all(2) != alone).any():
        return None
    found = _find_steps(near[0], connected)
    if not found:
        return None
    first, second, steps = found
    views = [_lay_out(near[p], first, second, connected) for p in range(players)]
    if any(places is None or _steps(near[p], places) != steps for p, places in enumerate(views)):
        return None
    views = [_with_isolated(places, isolated) for places in views]
    height, width = (1 + max(place[axis] for places in views for place in places.values()) for axis in (0, 1))
    if height * width > 2 * count + 16:
        return None
    cells = numpy.array([[places[t][0] * width + places[t][1] for t in range(count)] for places in views])
    tokens = numpy.full((players, height * width), count)
    for p in range(players):
        tokens[p, cells[p]] = numpy.arange(count)
    taps = numpy.array([(1 + down) * 3 + 1 + right for down, right in steps])
    return Grid(int(height), int(width), cells, tokens, taps)
