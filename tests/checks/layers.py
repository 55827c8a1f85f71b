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


# Commands that are built on the public interface like any other program.
INTERFACE = ['contest/match_command', 'contest/match_run', 'contest/match_store', 'contest/tournament',
             'describe/facts', 'describe/info', 'describe/list', 'experiment/experiment_split', 'experiment/table_match',
             'frame/api_load',
             'play/analyse', 'play/draw_command', 'play/gtp', 'play/lines', 'play/lines_work', 'play/play',
             'play/play_table', 'play/play_words', 'play/ugi', 'play/watch', 'study/perft_command',
             'study/playout_command', 'study/playout_report', 'study/replay_command', 'study/replay_file']


def inner_includes(path, seen):
    """What a file includes of Senet besides the interface, through other headers of the commands too."""
    seen.add(path)
    for other in re.findall(r'^\s*#\s*include\s+"(\w+/[\w/]+\.h)"', read(path), re.MULTILINE):
        if other.startswith('cmd/') and f'src/{other}' not in seen:
            yield from inner_includes(f'src/{other}', seen)
        elif not other.startswith(('cmd/', 'base/')):
            yield f'{path} includes {other}'


report = Report()
folders = sorted({path.split('/')[1] for path in files('.c', '.h') if path.startswith('src/')})
for name in folders:
    report.result(f'{name} includes only what it may',
                  list(wrong_includes(name)) if name in ALLOWED else [f'src/{name} is not a known folder'])
for name in INTERFACE:
    report.result(f'cmd/{name} is built on the public interface', list(inner_includes(f'src/cmd/{name}.c', set())))
report.end()
