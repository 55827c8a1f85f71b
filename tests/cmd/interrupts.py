"""Commands that are asked to end, by Ctrl-C or by kill, keep what is finished, and leave no process behind.

TAP; SENET names the program.
"""
import os
import signal
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


def end(words, number, ready, before=None, limit=60):
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


def after(seconds):
    until = time.monotonic() + seconds
    return lambda: time.monotonic() > until


def check(name, good, seen=''):
    results.append(good)
    print('%s %d - %s' % ('ok' if good else 'not ok', len(results), name))
    if not good:
        print('# ' + repr(seen))


MATCH = ['match', 'Breakthrough', '--agents', 'uct:iterations=2000,random', '-n', '100000', '-j', '2']

for signal_number in signal.SIGINT, signal.SIGTERM:
    games = path('tuned.txt.games')
    said, status = end(['tune', 'Tic-Tac-Toe', '--out', 'tuned.txt', '--seconds', '300', '--threads', '2'], signal_number,
                       lambda: os.path.exists(games))
    check('tune with several threads says how to go on after ' + signal_number.name, status == 1 and '--resume' in said,
          (said, status))
    os.path.exists(games) and os.remove(games)

for signal_number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
    said, status = end(MATCH + ['--record', 'games.jsonl'], signal_number, after(2))
    check('match writes its records after ' + signal_number.name,
          status == 0 and 'interrupted' in said and os.path.getsize(path('games.jsonl')) > 0, (said, status))

said, status = end(MATCH[:5] + ['100', '-j', '2'], signal.SIGHUP, after(0.5), ignore_hangup)
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
