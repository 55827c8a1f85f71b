"""Includes point only leftwards: what each folder of src/ may include."""
import re

from tap import Report, files, read

BEFORE_PLAY = ['base', 'board', 'rules', 'game', 'plan', 'state', 'emit']
ALLOWED = {
    'base': [],
    'syntax': ['base'],
    'board': ['base'],
    'rules': ['base', 'board'],
    'game': ['base', 'board', 'rules'],
    'lud': ['base', 'syntax', 'board', 'rules', 'game', 'plan'],
    'rbg': ['base', 'syntax', 'board', 'rules', 'game', 'plan'],
    'plan': ['base', 'board', 'rules', 'game'],
    'state': ['base', 'board', 'rules', 'game', 'plan'],
    'emit': ['base', 'board', 'rules', 'game', 'plan', 'state'],
    'play': BEFORE_PLAY + ['syntax'],
    'search': BEFORE_PLAY + ['play'],
    'feature': BEFORE_PLAY + ['play'],
    'net': BEFORE_PLAY + ['play'],
    'learn': BEFORE_PLAY + ['play', 'search', 'feature', 'net'],
    'web': ['base', 'lib'],
}
ALLOWED['lib'] = [folder for folder in ALLOWED if folder != 'web']
ALLOWED['cmd'] = ALLOWED['lib'] + ['lib', 'web']

INCLUDE = re.compile(r'^\s*#\s*include\s+"(\w+)/', re.MULTILINE)


def wrong_includes(folder):
    for path in files('.c', '.h', '.def'):
        if not path.startswith(f'src/{folder}/'):
            continue
        for other in INCLUDE.findall(read(path)):
            if other != folder and other not in ALLOWED[folder]:
                yield f'{path} includes {other}/'


report = Report()
folders = sorted({path.split('/')[1] for path in files('.c', '.h') if path.startswith('src/')})
for name in folders:
    report.result(f'{name} includes only what it may',
                  list(wrong_includes(name)) if name in ALLOWED else [f'src/{name} is not a known folder'])
report.end()
