"""No mutable globals: the compiled library has no named object in .data or .bss."""
import glob
import os
import subprocess

from tap import Report

SANITIZER = ('__', 'l__unnamed', '.L', '_GLOBAL_')


def mutable_objects(library):
    listing = subprocess.run(['nm', '--format=sysv', library], capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        cells = [cell.strip() for cell in line.split('|')]
        if len(cells) == 7 and cells[3] == 'OBJECT' and cells[6] in ('.data', '.bss'):
            if not cells[0].startswith(SANITIZER):
                yield f'{os.path.basename(library)}: {cells[0]} in {cells[6]}'


report = Report()
build = os.path.join(os.path.dirname(os.environ.get('SENET', 'build/src/cmd/senet')), '..')
libraries = sorted(glob.glob(os.path.join(build, '**', 'libsenet-*.a'), recursive=True))
report.result('there are libraries to look at', [] if libraries else [f'none in {build}'])
for path in libraries:
    report.result(f'{os.path.basename(path)} has no mutable globals', list(mutable_objects(path)))
report.end()
