#!/usr/bin/env python3
"""A training goes on without being told its game: the folder knows it, with its options. Prints TAP."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'support'))
from tap import run_in_one_folder  # noqa: E402

SENET = os.environ['SENET']


def train(folder, *arguments):
    command = [SENET, 'train', *arguments, '--executor', 'interpreter', '--threads', '1']
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100, check=False)


def record(folder, number):
    with open(os.path.join(folder, 'run', 'games', f'{number:06}.json'), encoding='utf-8') as file:
        return json.load(file)


def goes_on(folder):
    quick = ['--iterations', '4', '--per-move', '0', '--set', 'Atomic-1-1', '--choose-time', '0']
    first = train(folder, 'Hex', '--option', 'Size/7x7', '--features', '--out', 'run', '--games', '1', *quick)
    assert first.returncode == 0, first.stderr
    more = train(folder, '--resume', 'run', '--games', '2')
    assert more.returncode == 0 and 'game 2 of 2' in more.stderr, more.stderr
    assert record(folder, 1)['game'] == 'Hex' and record(folder, 1)['options'] == ['Size/7x7']


def needs_to_know_the_game(folder):
    os.remove(os.path.join(folder, 'run', 'game.json'))
    more = train(folder, '--resume', 'run', '--games', '3')
    assert more.returncode == 1 and 'which game is it?' in more.stderr, more.stderr
    more = train(folder, 'Hex', '--option', 'Size/7x7', '--resume', 'run', '--games', '3')
    assert more.returncode == 0 and 'game 3 of 3' in more.stderr, more.stderr


run_in_one_folder([goes_on, needs_to_know_the_game])
