"""What only a terminal sees: the board drawn again in its place, a progress line that says how much is left and goes
away, and Ctrl-C, after which what was found until then is printed."""
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from tap import ROOT, Report

SENET = os.environ.get('SENET', 'build/src/cmd/senet')

try:
    for end in pty.openpty():
        os.close(end)
except OSError:
    print('1..0 # SKIP this system has no pseudo-terminals')
    sys.exit(0)


def run(*words, interrupt=None, limit=60):
    """What a command writes to a terminal (stderr), its standard output and its status. Ctrl-C is sent after the text
    `interrupt` was seen."""
    master, slave = pty.openpty()
    out_read, out_write = os.pipe()
    child = subprocess.Popen([SENET, *words], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out_write, stderr=slave)
    os.close(slave)
    os.close(out_write)
    seen, out, streams, end = b'', b'', [master, out_read], time.monotonic() + limit
    while streams and time.monotonic() < end:
        for stream in select.select(streams, [], [], 1)[0]:
            try:
                data = os.read(stream, 65536)
            except OSError:
                data = b''
            if not data:
                streams.remove(stream)
            elif stream == master:
                seen += data
            else:
                out += data
        if interrupt and re.search(interrupt, seen):
            child.send_signal(signal.SIGINT)
            interrupt = None
    if streams:
        child.kill()
    status = child.wait()
    os.close(master)
    os.close(out_read)
    return seen.decode(errors='replace'), out.decode(errors='replace'), status


def watch():
    """Standard output is the terminal here."""
    master, slave = pty.openpty()
    words = [SENET, 'watch', 'Tic-Tac-Toe', '--agents', 'random', '--pause', '0']
    child = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave)
    os.close(slave)
    text = b''
    while True:
        try:
            data = os.read(master, 65536)
        except OSError:
            break
        if not data:
            break
        text += data
    child.wait()
    os.close(master)
    return text.decode()


def play(game, typed):
    """What a person sees who types this at a terminal."""
    master, slave = pty.openpty()
    words = [SENET, 'play', game, '--p1', 'human', '--p2', 'random']
    child = subprocess.Popen(words, cwd=ROOT, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    text, sent = b'', False
    while True:
        try:
            data = os.read(master, 65536)
        except OSError:
            break
        if not data:
            break
        text += data
        if not sent and b'player 1>' in text:
            os.write(master, typed)
            sent = True
    child.wait()
    os.close(master)
    return text.decode(errors='replace')


def missing(text, *patterns):
    return [f'not found: {p} in {text[-400:]!r}' for p in patterns if not re.search(p, text)]


report = Report()
shown = watch()
report.result('watch draws the board again in its place', missing(shown, r'\x1b\[\d+A', r'(player \d wins|no winner) after'))

report.result('play says whose sides are whose, who the opponent is, and the rules',
              missing(play('Hex', b'quit\n'), r'Player 1: you, sides NE and SW', r'Player 2: random, sides SE and NW',
                      r'Type `help`'))
shown = play('Chess', b'quit\n')
report.result('a single side, which is a goal or a home, is not said to be a player\'s',
              missing(shown, r'Player 1: you\r?\n') + (['sides of Chess'] if ', sides' in shown else []))
linked = subprocess.run(['ldd', SENET], capture_output=True, text=True, check=False).stdout
if 'libedit' in linked:
    shown = play('Tic-Tac-Toe', b'posi\t\nquit\n')
    report.result('Tab completes what is typed', missing(shown, r'\n- 1 0\r'))
seeds = [re.search(r'seed (\d+)', play('Backgammon', b'quit\n')) for _ in range(2)]
report.result('play chooses another seed each time and says which',
              [] if all(seeds) and seeds[0][1] != seeds[1][1] else [f'seeds {seeds}'])

line, printed, code = run('playout', 'Breakthrough', '--seconds', '1.5')
report.result('playout shows what is left and the score, and removes the line',
              missing(line, r'playing \d+, \d s left; player 1 wins', r'\r\x1b\[K$') + missing(printed, r'playouts in'))
line, printed, code = run('playout', 'Breakthrough', '-n', '4000000000', interrupt=rb'playing \d+ of')
report.result('Ctrl-C ends playout with what was found',
              missing(line, r'interrupted after \d+ games') + missing(printed, r'player 1 wins'))
line, printed, code = run('playout', 'Tic-Tac-Toe', '-n', '9000000000000000000', interrupt=rb'(playing \d+ of.*){10}')
report.result('nothing is said of the time left where it is beyond all bounds',
              missing(line, r'playing \d+ of 9000000000000000000; player 1') + (['time left'] if 'left' in line else []))
line, printed, code = run('match', 'Breakthrough', '--agents', 'uct:iterations=50,random', '-n', '100000',
                          interrupt=rb'playing \d+ of 100000.*won')
report.result('Ctrl-C ends match with the table so far',
              missing(line, r'uct:iterations=50 \d+\.\d %', r'interrupted after \d+ of 100000 games')
              + missing(printed, r'Breakthrough: \d+ games', r'Elo'))
line, printed, code = run('analyse', 'Chess', '--agents', 'uct:time=600', interrupt=rb'thinking')
report.result('analyse shows that it goes on, and Ctrl-C ends it with an answer',
              missing(line, r'thinking; \d+ s') + missing(printed, r'expected: \S+'))

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'game.lud')
    shutil.copy(os.path.join(ROOT, 'docs/examples/typo.lud'), path)
    child = subprocess.Popen([SENET, 'check', '--watch', path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    first = child.stdout.readline()
    time.sleep(0.2)
    shutil.copy(os.path.join(ROOT, 'docs/examples/first.lud'), path)
    second = child.stdout.readline()
    child.send_signal(signal.SIGINT)
    child.wait(timeout=30)
    report.result('check --watch checks again after a change, and Ctrl-C ends it',
                  missing(first, '1 checked, 1 with errors') + missing(second, '1 checked, 0 with errors')
                  + ([] if child.returncode == 0 else [f'status {child.returncode}']))
report.end()
