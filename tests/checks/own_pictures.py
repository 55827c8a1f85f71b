"""Every own game's board can be shown: as text with all its sites and a legend, and as an SVG picture with the same names."""
import json
import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree

from tap import ROOT, Report, files

SENET = os.environ.get('SENET', 'build/src/cmd/senet')
WIDEST = 100


def senet(*arguments, typed=''):
    return subprocess.run([SENET, *arguments], cwd=ROOT, input=typed, capture_output=True, text=True, check=False)


def labels_of(path):
    """The names of the sites the game is played on."""
    lines = [json.loads(line) for line in senet('board', '--json', path).stdout.splitlines()]
    return {line['label'] for line in lines if line['t'] == 'el' and line['type'] == lines[0]['site_type']}


def text_problems(path):
    shown = senet('board', path)
    rows = shown.stdout.splitlines()
    found = [shown.stderr] if shown.returncode else []
    found += [f'too wide: {row}' for row in rows if len(row) > WIDEST]
    return found + ([] if rows and re.search('player 1|numbers: |side 1 up|^[A-Z] |^cards: ', rows[-1]) else ['no legend'])


def label_problems(path, labels):
    """All sites are named when a player asks for it."""
    players = json.loads(senet('info', '--json', path).stdout)['players']
    people = [word for seat in range(1, players + 1) for word in (f'--p{seat}', 'human')]
    shown = senet('play', '--quiet', *people, path, typed='labels\nquit\n').stdout.split('labels')[-1]
    return [f'{label} is not shown' for label in sorted(labels - set(re.findall(r'\w+', shown)))]


def picture_problems(path, labels):
    shown = senet('board', '--svg', path)
    if shown.returncode:
        return [shown.stderr]
    texts = {node.text for node in ElementTree.fromstring(shown.stdout).iter() if node.tag.endswith('text')}
    return [f'{label} is not in the picture' for label in sorted(labels - texts)]


report = Report()
for path in files('.lud'):
    if not path.startswith('games/'):
        continue
    name = os.path.splitext(os.path.basename(path))[0]
    labels = labels_of(path)
    report.result(f'{name}: text', text_problems(path) + label_problems(path, labels))
    report.result(f'{name}: picture', picture_problems(path, labels))
report.end()
