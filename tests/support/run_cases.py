#!/usr/bin/env python3
"""run_cases.py FILE.cases...: text cases for the senet program.

A case file holds cases like this one; lines before the first case are comments:

    === an unknown ludeme is named with the nearest known one
    $ senet check game.lud
    --- game.lud
    (game "X" (plyers 2))
    --- err
    game.lud:1:12: error: unknown ludeme 'plyers'
    --- exit 1

The sections named out, err and exit are what is expected: standard output, standard error (both empty unless given) and
the exit status (0). Every other section is a file written to an empty folder, in which the command runs. `{shared}` in
the command is the folder with the reference data (the case is skipped when it is absent), `{root}` the repository.
A line of a section that would look like a marker is written with a leading backslash.
With REGENERATE=1 in the environment the expected sections are rewritten from what senet answers.
"""
import difflib
import os
import subprocess
import sys
import tempfile

EXPECTED = ('out', 'err', 'exit')
ROOT = os.environ.get('SENET_ROOT', '.')
SHARED = os.environ.get('SENET_SHARED', os.path.join(ROOT, '..', 'shared'))
SENET = os.environ.get('SENET', os.path.join(ROOT, 'build/src/cmd/senet'))
SECONDS = 120


class Case:
    def __init__(self, title):
        self.title = title
        self.command = ''
        self.files = {}
        self.out = self.err = ''
        self.exit = 0


def unescape(line):
    return line[1:] if line.startswith(('\\---', '\\===', '\\\\')) else line


def escape(line):
    return '\\' + line if line.startswith(('---', '===', '\\---', '\\===', '\\\\')) else line


def parse(path):
    """The comment at the top and the cases of a file."""
    head, cases, add = [], [], None
    with open(path, encoding='utf-8', errors='surrogateescape') as lines:
        for number, line in enumerate(lines, 1):
            if line.startswith('=== '):
                cases.append(Case(line[4:].strip()))
                add = None
            elif not cases:
                head.append(line)
            elif line.startswith('$ senet') and add is None:
                cases[-1].command = line[2:].strip()
            elif line.startswith('--- exit '):
                cases[-1].exit = int(line[9:])
                add = None
            elif line.startswith('--- '):
                add = section(cases[-1], line[4:].strip())
            elif add:
                add(unescape(line))
            elif line.strip():
                sys.exit(f'{path}:{number}: text outside a section: {line.rstrip()}')
    for case in cases:  # one empty line before the next case belongs to the layout
        trim_layout(case)
    return ''.join(head), cases


def section(case, name):
    """Adds a section; returns the function that takes its lines."""
    if name in ('out', 'err'):
        def add(line):
            setattr(case, name, getattr(case, name) + line)
    else:
        case.files[name] = ''

        def add(line):
            case.files[name] += line
    return add


def trim_layout(case):
    case.out, case.err = trim(case.out), trim(case.err)
    case.files = {name: trim(text) for name, text in case.files.items()}


def trim(text):
    return text[:-1] if text.endswith('\n\n') else '' if text == '\n' else text


def write(path, head, cases):
    def block(name, text):
        lines = ''.join(escape(line) for line in text.splitlines(keepends=True))
        return f'--- {name}\n{lines}' + ('' if not lines or lines.endswith('\n') else '\n')

    parts = []
    for case in cases:
        text = f'=== {case.title}\n$ {case.command}\n'
        text += ''.join(block(name, content) for name, content in case.files.items())
        text += block('out', case.out) if case.out else ''
        text += block('err', case.err) if case.err else ''
        text += f'--- exit {case.exit}\n' if case.exit else ''
        parts.append(text)
    with open(path, 'w', encoding='utf-8', errors='surrogateescape') as file:
        file.write(head + '\n'.join(parts))


def run(case):
    """Runs the command in a folder with the case's files: (out, err, exit status)."""
    command = case.command.replace('{shared}', os.path.abspath(SHARED)).replace('{root}', os.path.abspath(ROOT))
    several = ' && ' in command or '; ' in command
    command = 'senet() { "$SENET" "$@"; }\n' + command if several else 'exec "$SENET"' + command.removeprefix('senet')
    with tempfile.TemporaryDirectory(prefix='senet-case-') as folder:
        for name, text in case.files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8', errors='surrogateescape') as file:
                file.write(text)
        environment = dict(os.environ, SENET=os.path.abspath(SENET))
        try:
            done = subprocess.run(['sh', '-c', command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return '', f'no answer within {SECONDS} s\n', -1
    out, err = (stream.decode('utf-8', 'surrogateescape') for stream in (done.stdout, done.stderr))
    return out, err, done.returncode


def ends_line(text):
    return text if not text or text.endswith('\n') else text + '\n'


def differences(case, found):
    """The lines that tell how the answer differs from what is expected; none when it agrees."""
    lines = []
    for name, expected, actual in zip(EXPECTED, (case.out, case.err, str(case.exit)), map(str, found)):
        if expected != ends_line(actual) and expected != actual:
            lines += difflib.unified_diff(expected.splitlines(), actual.splitlines(), f'expected {name}',
                                          f'found {name}', lineterm='')
    return lines


def main():
    number = 0
    for path in sys.argv[1:]:
        head, cases = parse(path)
        for case in cases:
            number += 1
            if '{shared}' in case.command and not os.path.isdir(SHARED):
                print(f'ok {number} - {case.title} # SKIP\n# skipped: reference data not here')
                continue
            found = run(case)
            lines = differences(case, found)
            if lines and os.environ.get('REGENERATE'):
                case.out, case.err, case.exit = found
                lines = []
            print(f"{'not ok' if lines else 'ok'} {number} - {case.title}")
            for line in lines:
                print('# ' + line.encode('utf-8', 'backslashreplace').decode())
        if os.environ.get('REGENERATE'):
            write(path, head, cases)
    print(f'1..{number}')


main()
