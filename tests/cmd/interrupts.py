"""Commands that are asked to end, by Ctrl-C or by kill, keep what is finished, and leave no process behind.

TAP; SENET names the program.
"""
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

SENET = os.environ['SENET']
FOLDER = tempfile.TemporaryDirectory()
DEAF_ENGINE = "#!/bin/sh\ntrap '' TERM\necho $$ >> engines\nsleep 100 &\necho $! >> engines\nwait\n"
results = []


def path(name):
    return os.path.join(FOLDER.name, name)


def ignore_hangup():
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def hear_hangup():
    """As it is where nobody has said otherwise (nohup does)."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def end(words, number, ready, before=hear_hangup, limit=60):
    """Sends a signal to a command once `ready` holds: its status and what it wrote to stderr; None when it does not end."""
    child = subprocess.Popen([SENET] + words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             text=True, cwd=FOLDER.name, preexec_fn=before)
    until = time.monotonic() + limit
    while not ready() and child.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    child.send_signal(number)
    try:
        return child.communicate(timeout=limit)[1], child.returncode
    except subprocess.TimeoutExpired:
        child.kill()
        return 'it does not end', None


def is_gone(pid):
    try:
        with open('/proc/%s/stat' % pid) as stat:
            return stat.read().rpartition(')')[2].split()[0] == 'Z'
    except OSError:
        return True


def some_are_kept():
    """Whether games of the match are in its file."""
    try:
        with contextlib.closing(sqlite3.connect('file:%s?mode=ro' % path('games.db'), uri=True)) as file:
            return file.execute('SELECT count(*) FROM game').fetchone()[0] > 2
    except sqlite3.OperationalError:
        return False


def check(name, good, seen=''):
    results.append(good)
    print('%s %d - %s' % ('ok' if good else 'not ok', len(results), name))
    if not good:
        print('# ' + repr(seen))


MATCH = ['match', 'Tic-Tac-Toe', '--agents', 'uct:iterations=500,random', '-j', '2', '--db', 'games.db']

for signal_number in signal.SIGINT, signal.SIGTERM:
    games = path('tuned.txt.games')
    said, status = end(['tune', 'Tic-Tac-Toe', '--out', 'tuned.txt', '--seconds', '300', '--threads', '2'], signal_number,
                       lambda: os.path.exists(games))
    check('tune with several threads says how to go on after ' + signal_number.name, status == 1 and '--resume' in said,
          (said, status))
    os.path.exists(games) and os.remove(games)

begun = time.monotonic()
said, status = end(['play', 'Chess', '--agents', 'random,uct:time=100', '--record', 'begun.json'], signal.SIGINT,
                   lambda: time.monotonic() - begun > 1.5)
check('play writes the game under way after SIGINT',
      status == 1 and 'interrupted after 1 move' in said and os.path.exists(path('begun.json')), (said, status))

LONG_MOVES = """(game "Long" (players 2) (equipment {(board (square 20)) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)) (then (forEach Value min:0 max:9000000 (if (= 1 (% (value) 300001)) (addScore Mover 1))))))
    (end (if (is Full) (byScore)))))"""
with open(path('long.lud'), 'w') as file:
    file.write(LONG_MOVES)
for option in [], ['--features', 'Atomic-1-1']:
    begun = time.monotonic()
    said, status = end(['playout', '-n', '3', '--executor', 'interpreter', 'long.lud'] + option, signal.SIGTERM,
                       lambda: time.monotonic() - begun > 1, limit=30)
    check(' '.join(['a playout ends within a long game'] + option), status == 0 and 'interrupted after 0 games' in said,
          (said, status))

for signal_number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
    os.path.exists(path('games.db')) and os.remove(path('games.db'))
    said, status = end(MATCH + ['-n', '100000', '--record', 'games.jsonl'], signal_number, some_are_kept)
    check('match writes its records after ' + signal_number.name,
          status == 0 and 'interrupted' in said and os.path.getsize(path('games.jsonl')) > 0, (said, status))

os.remove(path('games.db'))
said, status = end(MATCH + ['-n', '100'], signal.SIGHUP, some_are_kept, ignore_hangup)
check('what was to be ignored does not end a match', status == 0 and not said, (said, status))

with open(path('engine'), 'w') as file:
    file.write(DEAF_ENGINE)
said, status = end(['match', 'Tic-Tac-Toe', '--agents', 'random,engine:cmd="sh engine"', '-n', '1', '--json'], signal.SIGTERM,
                   lambda: os.path.exists(path('engines')) and len(open(path('engines')).readlines()) > 1, limit=15)
engines = open(path('engines')).read().split()
check('a match whose engine does not answer ends', status == 0 and 'after 0 of 1' in said, (said, status))
check('and nothing is left of the engine', len(engines) == 2 and all(is_gone(pid) for pid in engines), engines)
for pid in engines:
    is_gone(pid) or os.kill(int(pid), signal.SIGKILL)

print('1..%d' % len(results))
sys.exit(0 if all(results) else 1)
