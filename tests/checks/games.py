"""Every game in games/ is accepted by `senet check` without warnings, has a description and its rules in prose, and means
the same when it is copied elsewhere. The table of docs/GAMES.md has one row for each `.lud` file, in order, with its
players and options."""
import json
import os
import shutil
import subprocess
import tempfile

from tap import ROOT, Report, files, read

SENET = os.environ.get('SENET', 'build/src/cmd/senet')


def problems(path):
    done = subprocess.run([SENET, 'check', path], cwd=ROOT, capture_output=True, text=True, check=False)
    found = (done.stdout + done.stderr).splitlines() if done.returncode or done.stderr else []
    if path.endswith('.lud'):
        found += [f'{path} has no ({word} ...)' for word in ('description', 'rules') if f'({word} "' not in read(path)]
    return found


def expanded(path):
    return subprocess.run([SENET, 'expand', path], cwd=ROOT, capture_output=True, check=False).stdout


def changed_copies(paths):
    with tempfile.TemporaryDirectory() as folder:
        return [f'{path} means something else when it is copied' for path in paths
                if expanded(path) != expanded(shutil.copy(os.path.join(ROOT, path), folder))]


def table():
    """The rows of docs/GAMES.md: name, players, kind, board, options."""
    lines = [line for line in read('docs/GAMES.md').splitlines() if line.startswith('| ')]
    return [[cell.strip() for cell in line.strip('|').split('|')] for line in lines[1:]]


def row_problems(row):
    """What `senet info` says otherwise than a row of the table."""
    name, players, kind, board, options = row
    done = subprocess.run([SENET, 'info', '--json', f'games/lud/{name}.lud'], cwd=ROOT, capture_output=True, text=True,
                          check=False)
    if done.returncode:
        return [f'no game {name} in games/lud']
    info = json.loads(done.stdout)
    facts = {'name': info['name'], 'players': str(info['players']),
             'options': ', '.join(option['name'] for option in info.get('options', []))}
    shown = {'name': name, 'players': players, 'options': options}
    return [f'{name}: {key} {shown[key]}, expected {fact}' for key, fact in facts.items() if fact != shown[key]] \
        + [f'{name}: empty cell' for cell in (kind, board) if not cell]


report = Report()
games = [path for path in files('.lud', '.rbg') if path.startswith('games/')]
for game in games:
    report.result(game, problems(game))
report.result('copies mean the same', changed_copies([path for path in games if path.endswith('.lud')]))
rows = table()
named = [row[0] for row in rows]
described = sorted((os.path.splitext(os.path.basename(path))[0] for path in games if path.endswith('.lud')), key=str.casefold)
report.result('docs/GAMES.md lists them in order', [] if named == described else
              [f'row for {name} is missing, too much or in the wrong place' for name in set(named) ^ set(described)] or ['order'])
report.result('docs/GAMES.md says what they are', [problem for row in rows for problem in row_problems(row)])
report.result('there are games', [] if games else ['none found'])
report.end()
