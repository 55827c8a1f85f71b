"""The functions of the header, those the map names and those the shared library shows are the same."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'checks'))
from tap import Report, read  # noqa: E402

library = sys.argv[1]
declared = set(re.findall(r'^(?!typedef|//)[\w \*]*?\b(senet_\w+)\(', read('include/senet.h'), re.MULTILINE))
mapped = set(re.findall(r'^\s+(senet_\w+);', read('src/lib/senet.map'), re.MULTILINE))
listing = subprocess.run(['nm', '-D', '--defined-only', library], capture_output=True, text=True, check=True).stdout
shown = {line.split()[-1] for line in listing.splitlines()}
named = {name.split('@')[0] for name in shown if '@@SENET_' in name}
other = {name for name in shown if '@@SENET_' not in name and not name.startswith('SENET_')}

report = Report()
report.result('the header declares functions', [] if len(declared) > 50 else [f'only {len(declared)}'])
report.result('the map names what the header declares', sorted(declared ^ mapped))
report.result('the library shows them with a version', sorted(declared ^ named))
report.result('and nothing else', sorted(other))
report.end()
