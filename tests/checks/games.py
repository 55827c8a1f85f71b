"""Every game in games/ is accepted by `senet check`, and has a description and its rules in prose."""
import os
import subprocess

from tap import ROOT, Report, files, read

SENET = os.environ.get('SENET', 'build/src/cmd/senet')


def problems(path):
    done = subprocess.run([SENET, 'check', path], cwd=ROOT, capture_output=True, text=True, check=False)
    found = (done.stdout + done.stderr).splitlines() if done.returncode else []
    if path.endswith('.lud'):
        found += [f'{path} has no ({word} ...)' for word in ('description', 'rules') if f'({word} "' not in read(path)]
    return found


report = Report()
games = [path for path in files('.lud', '.rbg') if path.startswith('games/')]
for game in games:
    report.result(game, problems(game))
report.result('there are games', [] if games else ['none found'])
report.end()
