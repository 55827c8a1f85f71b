"""The Python package: the tutorial runs, mistakes raise errors, arrays are used without copies, PettingZoo's loop goes round."""
import array
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

import senet

ROOT = os.environ.get('SENET_ROOT', '.')
results = []


def test(function):
    try:
        skipped = function()
        results.append((True, function.__doc__ + (f' # SKIP {skipped}' if skipped else '')))
    except Exception as error:  # whatever goes wrong fails this test only
        results.append((False, f'{function.__doc__}\n# {type(error).__name__}: {error}'))


def raises(what, call):
    try:
        call()
    except senet.Error as error:
        assert what in str(error), str(error)
        return
    raise AssertionError(f'no error about {what}')


@test
def tutorial():
    """the tutorial runs"""
    path = os.path.join(ROOT, 'docs/examples/tutorial.py')
    subprocess.run([sys.executable, path], check=True, capture_output=True, timeout=120)


@test
def short_program():
    """the program of 20 lines plays random games on two threads and prints boards"""
    path = os.path.join(ROOT, 'docs/examples/play.py')
    done = subprocess.run([sys.executable, path, 'Tic-Tac-Toe'], check=True, capture_output=True, text=True, timeout=120)
    assert 'of 100 random games' in done.stdout and 'returns [' in done.stdout and '  3 ' in done.stdout, done.stdout
    with open(path, encoding='utf-8') as file:
        assert len([line for line in file if line.strip()]) <= 20


@test
def mistakes():
    """mistakes raise errors and leave the state as it was"""
    game = senet.load_game('Tic-Tac-Toe')
    state = game.new_initial_state()
    before = state.serialize()
    raises('not a legal action', lambda: state.apply_action(10 ** 6))
    raises('', lambda: state.undo_action())
    raises('', lambda: game.deserialize_state('nonsense'))
    raises('', lambda: senet.load_game('There is no such game'))
    raises('plyers', lambda: senet.load_game(text='(game "A" (plyers 2))'))
    assert state.serialize() == before
    for wrong in (bytearray(3), array.array('f', [0.0]), 5):
        try:
            state.observation_tensor(out=wrong)
        except (TypeError, ValueError, senet.Error, BufferError):
            continue
        raise AssertionError(f'{wrong!r} was taken for planes')


@test
def diagnostics():
    """errors in a description are there as values"""
    try:
        senet.load_game(text='(game "A"\n  (plyers 2))')
        raise AssertionError('it was loaded')
    except senet.Error as error:
        first = error.diagnostics[0]
        assert first['file'] == 'text.lud' and first['line'] == 2 and first['column'] > 0, first
        assert 'plyers' in first['message'] and first['hint'] and not first['warning'], first
    try:
        senet.load_game('There is no such game').agent()
    except senet.Error as error:
        assert isinstance(error.diagnostics, list)


@test
def people():
    """words, sides, the default agent, typed parts, pictures and notes"""
    game = senet.load_game('Hex')
    assert game.about('rules') and game.about('nothing') is None
    assert game.sides(0) == 'NE and SW' and 'time=2' in game.default_agent(2)
    state = senet.load_game('Breakthrough').new_initial_state()
    assert sorted(map(state.action_to_string, state.find_actions('a2'))) == ['A2-A3', 'A2-B3']
    action = state.string_to_action('A2-A3')
    assert state.action_as_seen(action, 1) == 'A2-A3' and state.notes() == []
    state.apply_action(action)
    assert state.picture().startswith(b'<svg')
    raises('format', lambda: state.picture('bmp'))
    try:
        assert state.picture('png').startswith(b'\x89PNG') and state.picture('gif', delay=10).startswith(b'GIF89a')
    except senet.Error as error:
        return f'no PNG: {error}'
    return None


@test
def listing():
    """games are listed with facts"""
    facts = next(one for one in senet.list_games() if one['name'] == 'Tic-Tac-Toe')
    assert facts['players'] == 2 and facts['runs'] and 'length' not in facts, facts


@test
def reports():
    """searches report while they go on, can be stopped by that, and think while others do"""
    game = senet.load_game('Breakthrough')
    state = game.new_initial_state()
    heard = []

    def hear(report):
        heard.append(report)
        return len(heard) >= 3

    agent = game.agent('uct:time=60')
    action, report = agent.analyse(state, tell=hear, every=0.01)
    assert len(heard) >= 3 and report['seconds'] < 50 and report['moves'], len(heard)
    assert report['line'][0] == state.action_to_string(action), report['line']

    def fall(report):
        raise KeyError('heard')

    try:
        agent.analyse(state, tell=fall, every=0.01)
        raise AssertionError('the exception was lost')
    except KeyError:
        pass
    agent.limit(iterations=50)
    assert agent.analyse(state)[1]['iterations'] == 50  # that it was stopped is over
    raises('being asked', lambda: agent.analyse(state, tell=lambda report: agent.step(state), every=0))
    agent.limit(seconds=0.02)
    agent.ponder(state)
    state.apply_action(action)
    agent.ponder_end()
    assert agent.step(state) in state.legal_actions()


@test
def interrupts():
    """Ctrl-C ends searches and matches, whatever searches, and the next ones go on as ever"""
    game = senet.load_game('Go')
    state = game.new_initial_state()

    def interrupted(call):
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        before = time.monotonic()
        try:
            call()
        except KeyboardInterrupt:
            assert time.monotonic() - before < 30
            return
        raise AssertionError('it was not interrupted')

    for text in ('uct:time=100', 'alphabeta:time=100'):
        agent = game.agent(text)
        interrupted(lambda: agent.step(state))
        interrupted(lambda: agent.analyse(state, tell=lambda report: False))
        agent.limit(iterations=20)
        assert agent.analyse(state)[1]['iterations'] == 20
    interrupted(lambda: state.perft(6))
    assert [senet.load_game('Tic-Tac-Toe').new_initial_state().perft(d) for d in (0, 4, 5, 9)] == [1, 3024, 15120, 127872]
    raises('a depth is', lambda: state.perft(5000))
    interrupted(lambda: senet.match(game, 'uct:time=100,random', n=4, threads=2))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@test
def histories():
    """moves that are taken back leave the history, random ones and those of all players too"""
    state = senet.load_game('Tic-Tac-Toe').new_initial_state()
    state.apply_action(state.legal_actions()[0])
    first = state.history()
    state.apply_random()
    state.undo_action()
    assert state.history() == first and state.move_number() == 1
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[1])
    copy.undo_action()
    assert copy.history() == first
    state = senet.load_game(text='''(game "Both" (players 2) (mode Simultaneous)
      (equipment {(board (square 3)) (piece "Disc" Each)}) (rules (play (move Add (to (sites Empty))))
      (end (if (is Full) (result Mover Win)))))''').new_initial_state()
    assert state.is_simultaneous_node()
    state.apply_actions([state.legal_actions(player)[0] for player in range(2)])
    assert len(state.history()) == 2
    state.undo_action()
    assert state.history() == []


@test
def games_stay():
    """a game stays as long as something of it does, so that arrays are checked against it"""
    from senet import _senet
    library = _senet.Library([])
    position = library.load('Tic-Tac-Toe').position()
    assert position.utilities() == [0.0, 0.0] and position.copy().scores() == [0, 0]
    batch = library.load('Tic-Tac-Toe').batch(8, 1, 1)
    for call in (lambda: batch.step_random(9, None, None, None, array.array('d', [0.0] * 8), None),
                 lambda: position.playouts(n=4, utilities=array.array('d', [0.0] * 4))):
        try:
            call()
            raise AssertionError('too small an array was taken')
        except ValueError:
            pass


@test
def many_steps():
    """steps by the million take no more memory than few, and Senet's own code none that grows"""
    code = """
import resource, senet
game = senet.load_game('Tic-Tac-Toe')
try:
    game.set_executor('native')
except senet.Error:
    pass
env = game.vector_env(64, threads=1)
with open('/proc/self/statm', encoding='ascii') as file:
    size = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + (200 << 20), size + (200 << 20)))
env.step_random(1000000 if env.executor == 'native' else 1000)
"""
    done = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@test
def strange_names():
    """names and messages that are not UTF-8, or are cut, can be read all the same"""
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, 'lud'))
        with open(os.path.join(os.fsencode(folder), b'lud/ga\xffme.lud'), 'w', encoding='utf-8') as file:
            file.write('(game "X" (plyers 2))')
        assert 'ga\ufffdme' in senet.registered_names(library=[folder])
        facts = [one for one in senet.list_games(library=[folder]) if one['path'].startswith(folder)]
        assert len(facts) == 1 and not facts[0]['runs'], facts
    state = senet.load_game('Tic-Tac-Toe').new_initial_state()
    raises('not a legal move', lambda: state.string_to_action('a' + 'é' * 60))


def walk_chance(state, seed):
    """A random game with chance nodes; how many there were. Copies, texts and undo lead to the same states."""
    draw, nodes, seen = random.Random(seed), 0, []
    while not state.is_terminal() and len(seen) < 60:
        actions = state.legal_actions()
        seen.append((actions, state.current_player(), state.serialize()))
        if state.is_chance_node():
            nodes += 1
            odds = [p for _, p in state.chance_outcomes()]
            assert state.current_player() == -1 and abs(sum(odds) - 1) < 1e-9 and len(odds) > 1
        again = state.get_game().deserialize_state(state.serialize())
        for other in (state.clone(), again):
            assert other.legal_actions() == actions and other.current_player() == state.current_player()
        state.apply_action(draw.choice(actions))
    for actions, player, text in reversed(seen):
        state.undo_action()
        assert state.legal_actions() == actions and state.current_player() == player and state.serialize() == text
    raises('take back', lambda: state.undo_action())
    return nodes


@test
def chance_nodes():
    """chance nodes have outcomes with probabilities, and everything comes back"""
    assert walk_chance(senet.load_game('Backgammon').new_initial_state(explicit_chance=True), 1) > 10
    assert walk_chance(senet.load_game('Breakthrough').new_initial_state(explicit_chance=True), 1) == 0
    tiles = senet.load_game(text='''(game "Tiles" (players 2) (equipment {(board (square 3)) (piece "Tile" Each)})
      (rules (play (move Add (to (sites Empty)) (then (if (not (is Full)) (add (to (sites Random (sites Empty) num:1)))))))
        (end (if (is Full) (result Mover Win)))))''')
    assert walk_chance(tiles.new_initial_state(explicit_chance=True), 2) > 2
    state = senet.load_game('Royal Game of Ur').new_initial_state(explicit_chance=True)
    raises('not an outcome', lambda: state.apply_action(100))
    while not state.is_terminal():
        state.apply_random()
    assert sorted(state.returns()) == [-1.0, 1.0], state.returns()


@test
def sight():
    """planes are what the player sees"""
    game = senet.load_game(text='''(game "Guarded" (players 2)
      (equipment { (board (rectangle 1 3)) (piece "Disc" Each (move Step (to if:(is Empty (to))))) })
      (rules (start {(place "Disc1" 0) (set Hidden (sites Board) to:P2)}) (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))''')
    state = game.new_initial_state()
    planes = [list(state.observation_tensor(player)) for player in (0, 1, None)]
    assert sum(planes[0]) > sum(planes[1]) and planes[2] == planes[0]
    assert 'X' in state.observation_string(0) and 'X' not in state.observation_string(1)
    states, _ = game.vector_env(2, threads=1).observe()
    assert list(memoryview(states).cast('B').cast('f'))[:len(planes[0])] == planes[0]


@test
def boards():
    """what stands where, dice and scores"""
    state = senet.load_game('Tic-Tac-Toe').new_initial_state()
    assert state.pieces() == [] and state.scores() == [0, 0] and state.dice() == []
    state.apply_action(state.string_to_action('B2'))
    assert [(one['site'], one['piece'], one['owner']) for one in state.pieces()] == [('B2', 'Nought1', 0)], state.pieces()
    stacks = senet.load_game('Backgammon').new_initial_state()
    assert sum(max(one['count'] or 0, 1) for one in stacks.pieces() if one['owner'] == 0) >= 15, stacks.pieces()
    stacks.throw([3, 1])
    assert stacks.dice() == [3, 1]
    raises('', lambda: stacks.throw([9, 9]))
    assert senet.load_game('German Whist').new_initial_state().pieces(0) != []


@test
def planes():
    """planes are written into the caller's memory"""
    game = senet.load_game('Breakthrough')
    out = array.array('f', bytes(4 * game.observation_tensor_size()))
    assert game.new_initial_state().observation_tensor(out=out) is out
    assert sum(out[:64]) == 16


@test
def counts():
    """sequences of moves are counted"""
    state = senet.load_game('Chess').new_initial_state()
    assert [state.perft(depth) for depth in range(4)] == [1, 20, 400, 8902]
    raises('depth', lambda: state.perft(-1))


@test
def vectors():
    """games of a vector environment are those of single states"""
    game = senet.load_game('Breakthrough')
    env = game.vector_env(8, seed=4, threads=2)
    moves = array.array('I', [0] * 8)
    for _ in range(10):
        env.step(moves)
    states = [env.state(i) for i in range(8)]
    assert all(state.move_number() == 10 for state in states)
    assert [len(state.legal_actions()) for state in states] == list(env.counts)
    planes_, mask = env.observe()
    assert len(bytes(mask)) == 8 * game.num_distinct_actions()


@test
def native_vectors():
    """native code steps a vector environment, and the states looked at are where it says they are"""
    game = senet.load_game('Breakthrough')
    try:
        game.set_executor('native')
    except senet.Error as error:
        return f'no native code: {error}'
    env = game.vector_env(64, seed=4, threads=2)
    assert env.executor == 'native'
    ended = 0
    for step in range(150):
        env.step(array.array('I', [(step * 7 + i) % count for i, count in enumerate(env.counts)]))
        ended += sum(env.done)
    states = [env.state(i) for i in range(64)]
    lengths = [0 if done else length for length, done in zip(env.lengths, env.done)]
    assert ended > 0 and [state.move_number() for state in states] == lengths
    assert [len(state.legal_actions()) for state in states] == list(env.counts)
    assert [state.current_player() + 1 for state in states] == list(env.movers)
    return None


@test
def agents():
    """agents choose legal actions, a match adds up"""
    game, told = senet.load_game('Tic-Tac-Toe'), []
    result = senet.match(game, ['uct:iterations=100', 'random'], n=4, records=True, tell=told.append)
    first, second = result['agents']
    assert result['games'] == 4 and abs(first['score'] + second['score'] - 1) < 1e-9 and first['score'] > 0.5
    assert sorted(one['number'] for one in told) == [0, 1, 2, 3] and first['interval'][0] < first['score']
    assert all(senet.compare(one['record'])['same'] for one in told)
    again = senet.match(game, 'uct:iterations=100,random', n=4, threads=1)
    assert [one['wins'] for one in again['agents']] == [first['wins'], second['wins']]


@test
def matches():
    """matches stop when they are told to, openings are played, mistakes raise errors"""
    game, told = senet.load_game('Tic-Tac-Toe'), []

    def stop(one):
        told.append(one)
        return len(told) == 3

    assert senet.match(game, ['random'] * 2, n=1000, threads=1, tell=stop)['interrupted'] and len(told) == 3

    def fall(one):
        raise KeyError('deliberate')

    try:
        senet.match(game, ['random'] * 2, n=1000, tell=fall)
        raise AssertionError('the exception is lost')
    except KeyError:
        pass
    told.clear()
    senet.match(game, ['random'] * 2, n=2, records=True, openings=['B2 A1'], tell=lambda one: told.append(one) and 0)
    assert all('to=4' in one['record'] for one in told)
    raises("'B2' is not a legal move", lambda: senet.match(game, ['random'] * 2, openings=['B2 B2']))
    raises('no agent', lambda: senet.match(game, ['utc', 'random']))
    raises('cannot play', lambda: senet.match(senet.load_game('Backgammon'), ['alphabeta', 'random']))
    for wrong in ({'n': -1}, {'n': 'many'}, {'openings': [3]}, {'tell': 5}, {'threads': 'x'}, {'n': 2 ** 70}):
        try:
            senet.match(game, ['random'] * 2, **wrong)
        except (TypeError, ValueError, OverflowError, senet.Error):
            continue
        raise AssertionError(f'{wrong} was taken')


@test
def playouts():
    """playouts have budgets, outcomes, records and ears"""
    game = senet.load_game('Oware')
    lengths, records_ = array.array('I', [0] * 20), []
    totals = senet.playouts(game, 20, threads=2, lengths=lengths, record=lambda number, line: records_.append((number, line)))
    assert totals['games'] == 20 and sum(lengths) == totals['moves'] and sum(totals['wins']) + totals['draws'] == 20
    assert [number for number, _ in records_] == list(range(20)) and totals['scores'][0] > 0
    assert senet.compare(records_[3][1])['same']
    assert senet.playouts(game, seconds=0.05)['games'] > 0
    assert senet.playouts(game, 10 ** 9, tell=lambda so_far: so_far['games'] > 5)['games'] < 10 ** 9
    state = game.new_initial_state()
    state.apply_random()
    assert state.playouts(10)['games'] == 10 and state.move_number() == 1
    assert senet.playouts(state, 10, kind='parts', interpret=True)['parts'] > 0
    raises('no kind', lambda: senet.playouts(game, kind='quick'))
    raises('from the start only', lambda: senet.playouts(state, record=print))

    def fall(so_far):
        raise KeyError('deliberate')

    for wrong in (lambda: senet.playouts(game, lengths=array.array('I', [0])), lambda: senet.playouts(game, -3),
                  lambda: senet.playouts(game, tell=3), lambda: senet.playouts(game, seconds=float('nan')),
                  lambda: senet.playouts(game, 10 ** 9, tell=fall), lambda: senet.playouts(game, 2 ** 63, winners=bytearray(9)),
                  lambda: senet.playouts(game, winners='text'), lambda: senet.playouts(game, threads=10 ** 6)):
        try:
            wrong()
        except (TypeError, ValueError, OverflowError, KeyError, senet.Error, BufferError):
            continue
        raise AssertionError('a mistake was taken')


@test
def facts():
    """facts of a game"""
    game = senet.load_game('Breakthrough')
    known = game.facts()
    assert known['players'] == 2 and 15 < known['agent']['traits']['branching'] < 35 and known['runs'] is True
    game.set_executor('interpreter')
    raises('already', lambda: game.set_executor('interpreter'))
    raises('no executor', lambda: senet.load_game('Tic-Tac-Toe').set_executor('fast'))


@test
def records():
    """a recorded game is played again"""
    state = senet.load_game('Backgammon').new_initial_state(seed=4)
    for _ in range(9):
        state.apply_random()
    again = senet.replay(state.record())
    assert again.hash() == state.hash() and again.record() == state.record()
    again.undo_action()
    state.undo_action()
    assert again.serialize() == state.serialize()
    raises('line 1', lambda: senet.replay('{'))


@test
def features():
    """features of every legal action, with their weights"""
    game = senet.load_game('Tic-Tac-Toe')
    state = game.new_initial_state()
    for text in ('B2', 'A1'):
        state.apply_action(state.string_to_action(text))
    liked = game.features('0.5 rel:to=<{}>:pat=<els=[f{0}]>\n-1 rel:to=<{}>:pat=<els=[#{0}, #{1/4}]>\n')
    assert liked.texts() == ['rel:to=<{}>:pat=<els=[f{0}]>', 'rel:to=<{}>:pat=<els=[#{0}, #{1/4}]>']
    active, scores = liked.active(state), liked.scores(state)
    assert sorted(active) == sorted(scores) == state.legal_actions()
    for text, numbers, score in (('B1', [0], 0.5), ('C3', [1], -1.0)):
        action = state.string_to_action(text)
        assert active[action] == numbers and scores[action] == score, (text, active, scores)
    assert all(game.features('Atomic-1-1').active(state).values())
    raises('line 1', lambda: game.features('no set'))


def request(play, players, group, number):
    """Advances a group and answers what it asks for with nothing but zeros; how many samples came of it."""
    sizes = play.advance(group)
    play.answer(group, array.array('f', bytes(4 * sizes[0] * players)), array.array('f', bytes(4 * sizes[1])))
    return play.keep(None, number)[3]


@test
def drawn_samples():
    """samples that were drawn are forgotten with those they were drawn from"""
    play = senet.load_game('Tic-Tac-Toe')._core.selfplay('games=16,groups=1,threads=1,simulations=2')
    about, samples, number = json.loads(play.describe()), 0, 0
    while samples < 200:
        number += 1
        samples += request(play, about['players'], 0, number)

    def arrays(sizes):
        n, moves, parts, numbers, facts, all_ = sizes
        needed = (2 * n, 2 * n * about['tokens'] * facts, 2 * n * all_, 4 * n * about['global_numbers'],
                  4 * numbers, 4 * numbers, 4 * numbers, 4 * moves, 4 * moves, 4 * parts)
        return ([bytearray(max(size, 1)) for size in needed], array.array('f', bytes(4 * moves)),
                array.array('f', bytes(12 * n * about['players'])))

    raises('no samples are drawn', lambda: play.pack_drawn(0.1, *arrays((1, 1, 1, 1, 1, 1))))
    drawn = arrays(play.draw(64))
    play.pack_drawn(0.1, *drawn)
    assert play.trim(1)[0] < samples
    raises('trimmed', lambda: play.pack_drawn(0.1, *drawn))
    play.pack_drawn(0.1, *arrays(play.draw(64)))


@test
def used_by_two():
    """vector environments and self-play that are in use on one thread are not for another"""
    game = senet.load_game('Breakthrough')
    env, play = game.vector_env(512, threads=2), game._core.selfplay('games=64,groups=2,threads=2,simulations=2')
    wrong = []

    def use(step):
        for _ in range(100):
            try:
                step()
            except senet.Error as error:
                if 'in use' not in str(error):
                    wrong.append(str(error))

    def advance(group):
        try:
            play.advance(group)
        except senet.Error as error:
            if 'waits for an answer' not in str(error):
                raise

    steps = [lambda: env.step_random(3), lambda: env.step_random(3), lambda: advance(0), lambda: advance(1),
             lambda: play.keep(None, 1), lambda: play.trim(100)]
    threads = [threading.Thread(target=use, args=(step,)) for step in steps]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong
    env.step_random(1)


@test
def pettingzoo():
    """a game goes round as a PettingZoo environment"""
    try:
        import numpy
    except ImportError:
        return 'numpy is not installed'
    from senet import pettingzoo as zoo
    env = zoo.env('Tic-Tac-Toe')
    env.reset(seed=1)
    random, rewards = numpy.random.default_rng(2), []
    for _ in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        rewards += [reward] if termination else []
        env.step(None if termination or truncation else env.sample(observation, random))
    assert len(rewards) == 2 and abs(sum(rewards)) < 1e-9, rewards
    try:
        from pettingzoo.test import api_test
    except ImportError:
        return None
    for name in ('Tic-Tac-Toe', 'Backgammon', 'Oware', 'Triad'):
        api_test(zoo.env(name), num_cycles=100)
    return None


for number, (good, name) in enumerate(results, 1):
    print(f'{"ok" if good else "not ok"} {number} - {name}')
print(f'1..{len(results)}')
sys.exit(0 if all(good for good, _ in results) else 1)
