"""Every own game plays out at random without a fault, SENET_PLAYOUTS times (20 unless set; `make playouts` plays 1,000), and
the reference's recorded games replay on it."""
import json
import os
import re
import subprocess

from tap import ROOT, Report, files

SENET = os.environ.get('SENET', 'build/src/cmd/senet')
TRACES = os.path.join(os.environ.get('SENET_SHARED', os.path.join(ROOT, '..', 'shared')), 'ludii', 'traces')
PLAYOUTS = os.environ.get('SENET_PLAYOUTS', '20')


def senet(*arguments):
    return subprocess.run([SENET, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def traces_of(name):
    """The folder with the recorded games of that name, or None."""
    folder = os.path.join(TRACES, re.sub(r"[ '()]", '_', name))
    return folder if os.path.isdir(folder) else None


report = Report()
for path in files('.lud'):
    if not path.startswith('games/'):
        continue
    name = os.path.splitext(os.path.basename(path))[0]
    info = json.loads(senet('info', '--json', path).stdout)
    if not info['runs']:
        report.result(f'{name} # SKIP {info["problems"][0]}', [])
        continue
    played = senet('playout', '-n', PLAYOUTS, path)
    report.result(f'{name}: playouts', (played.stdout + played.stderr).splitlines() if played.returncode else [])
    folder = traces_of(name)
    if not folder:
        report.result(f'{name}: recorded games # SKIP', [])
        if not os.path.isdir(TRACES):
            print('# skipped: reference data not here')
        continue
    replayed = senet('replay', '--level', 'moves', '--game', name, folder)
    report.result(f'{name}: recorded games', replayed.stdout.splitlines() if replayed.returncode else [])
report.end()
