"""The source files that a quick build compiles together, by src/group.py, are valid C together."""
import os
import subprocess
import sys
import tempfile

from tap import ROOT, Report

BUILD = os.path.normpath(os.path.join(os.path.dirname(os.environ.get('SENET', 'build/src/cmd/senet')), '..', '..'))
SOURCE = os.path.join(ROOT, 'src')
NOT_GROUPED = ('main.c', 'operand_names.c')
FLAGS = ['-std=c17', '-fsyntax-only', '-w', '-D_POSIX_C_SOURCE=200809L', '-D_DEFAULT_SOURCE', '-DSENET_GAMES_SOURCE=""',
         '-DSENET_GAMES_INSTALLED=""', '-DSENET_VERSION=""']


def groups(out, name, folders):
    files = [os.path.join(at, file) for folder in folders for at, _, names in os.walk(os.path.join(SOURCE, folder))
             for file in names if file.endswith('.c') and file not in NOT_GROUPED]
    return subprocess.run([sys.executable, os.path.join(SOURCE, 'group.py'), SOURCE, out, name, *files],
                          capture_output=True, text=True, check=True).stdout.split()


def errors(path):
    folders = [SOURCE, os.path.join(ROOT, 'include')] + [os.path.join(BUILD, 'src', name) for name in ('', 'rules', 'cmd')]
    done = subprocess.run([os.environ.get('CC', 'cc'), *FLAGS, *('-I' + folder for folder in folders), path],
                          capture_output=True, text=True, check=False)
    return done.stderr.splitlines()[:8] if done.returncode else []


def main():
    report = Report()
    folders = {name for name in os.listdir(SOURCE) if os.path.isdir(os.path.join(SOURCE, name))}
    libraries = {'state': {'base', 'state'}, 'cmd': {'cmd'}, 'core': folders - {'base', 'state', 'cmd', 'lib'}}
    with tempfile.TemporaryDirectory() as out:
        for name, parts in libraries.items():
            report.result(f'groups of {name}', [line for path in groups(out, name, sorted(parts)) for line in errors(path)])
    report.end()


main()
