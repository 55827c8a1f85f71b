"""Every method of the package's own types is called with arguments drawn at random: wrong types, numbers out of range, texts
without meaning, objects of other games. Exceptions of Python and senet.Error are right; a crash or a SystemError is not."""
import array
import random
import sys
import threading

import senet
from senet import _senet

CALLS = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
SLOW = {'perft', 'playouts', 'match', 'selfplay', 'step_random', 'ask', 'batch', 'facts', 'replay', 'compare', 'executor', 'load'}
VALUES = [None, 0, 1, 2, 5, -1, 2 ** 31, 2 ** 63, 2 ** 64, 2 ** 70, 0.5, float('nan'), float('inf'), '', 'Tic-Tac-Toe', 'random',
          'uct:iterations=3', 'B2', 'A1', '3/3/3 1 0', '\ud800', 'a\0b', b'bytes', [], [1, 2], ['B2'], (), {}, object(), print,
          True, array.array('I', [0] * 64), array.array('f', [0.0] * 4096), bytearray(64), memoryview(b'abc'), 'x' * 10000]


def objects():
    """Something of every type, of two games."""
    library = _senet.Library([])
    made = [library]
    for name in ('Tic-Tac-Toe', 'Backgammon'):
        game = library.load(name)
        position = game.position(1, 0)
        made += [game, position, game.agent('uct:iterations=3', 1), game.batch(3, 1, 1), game.features('Atomic-1-1')]
    return made


def arguments(rng, name, pool):
    if name in SLOW and rng.random() < 0.7:  # short ones, so that they are called at all
        return {'perft': [1], 'playouts': [2], 'match': ['random,random', 1], 'selfplay': ['games=2,simulations=2'],
                'step_random': [1], 'ask': [rng.choice(pool)], 'batch': [2], 'facts': [], 'replay': ['{'], 'compare': ['{'],
                'executor': ['interpreter'], 'load': ['Tic-Tac-Toe']}[name]
    limit = [value for value in VALUES if not (name in SLOW and isinstance(value, int) and abs(value) > 5)]
    return [rng.choice(limit + pool) for _ in range(rng.randrange(4))]


def attack(seed, calls, wrong):
    rng = random.Random(seed)
    pool = objects()
    for number in range(calls):
        if number % 200 == 199:
            pool = objects()
        target = rng.choice(pool)
        name = rng.choice([one for one in dir(target) if not one.startswith('_')] + ['__init__', '__len__', '__repr__'])
        try:
            member = getattr(target, name)
            if callable(member):
                member(*arguments(rng, name, pool))
        except SystemError as error:
            wrong.append(f'{type(target).__name__}.{name}: {error}')
        except Exception:  # pylint: disable=broad-except
            pass


def uninitialised():
    """Types without a call of __init__."""
    for kind in (_senet.Library, _senet.Game, _senet.Position, _senet.Agent, _senet.Batch, _senet.Features, _senet.SelfPlay):
        try:
            empty = kind.__new__(kind)
            for name in dir(empty):
                try:
                    member = getattr(empty, name)
                    if callable(member) and not name.startswith('__'):
                        member()
                except Exception:  # pylint: disable=broad-except
                    pass
        except TypeError:
            pass


def together():
    """Threads with games of their own, and one game shared by all."""
    game = senet.load_game('Tic-Tac-Toe')
    wrong, results = [], []

    def work(seed):
        attack(seed, CALLS // 10, wrong)
        results.append(senet.playouts(game, 50, seed=1, interpret=True)['wins'])

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 3 and results[0] == results[1] == results[2], results
    return wrong


faults = []
attack(1, CALLS, faults)
print(f'{"not ok" if faults else "ok"} 1 - {CALLS} calls', *faults[:5], sep='\n# ')
uninitialised()
print('ok 2 - types without anything in them')
faults = together()
print(f'{"not ok" if faults else "ok"} 3 - on three threads', *faults[:5], sep='\n# ')
print('1..3')
