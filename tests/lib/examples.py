"""The example programs of docs/examples run and print what they should; they are as short as they are said to be."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'checks'))
from tap import Report, read  # noqa: E402

EXPECTED = {
    'play': [r'^1000 random games: player 1 won \d+, player 2 won \d+, [\d.]+ moves a game$', r'^player 1 plays \S+$',
             r'^player 2 plays \S+$', r'^    A B C D E F G H$'],
    'positions': [r'^25 moves: ', r'^\S+/2sS4/8/8/\S+ 2 7 ', r'^column 16: expected a piece', r'^ *\^$'],
    'records': [r'^\d+ to choose from; \d+ to choose from; that makes \w\d-\w\d$',
                r'^Breakthrough, \d+ moves: done, player [12] won$'],
    'many': [r'^\d{4} games ended, the first player won \d+ %, [\d.]+ moves a game$'],
}


def problems(program, patterns):
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    found = [] if done.returncode == 0 else [f'ended with {done.returncode}: {done.stderr[-300:]}']
    found += [f'nothing printed like {pattern}' for pattern in patterns
              if not re.search(pattern, done.stdout, re.MULTILINE)]
    return found + ([done.stdout] if found else [])


report = Report()
for program in sys.argv[1:]:
    name = os.path.basename(program).removeprefix('example-')
    report.result(f'{name}.c does what it says', problems(program, EXPECTED[name]))
lines = len(read('docs/examples/play.c').splitlines())
report.result('the first one has about 60 lines', [] if lines <= 70 else [f'{lines} lines'])
report.end()
