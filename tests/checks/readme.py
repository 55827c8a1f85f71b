"""Every `$ senet ...` example of the documents is run, and must print what the document shows.

An example is a line `    $ senet ...` (or in a fenced block) followed by its output up to the next `$` line or the end of
the block. A line `...` in the output stands for any number of lines, `...` within a line for any text. Examples run in
the root folder. A fenced block that names a file (```lud docs/examples/first.lud) must be a part of that file.
"""
import os
import re
import subprocess

from tap import ROOT, Report, files, read

SENET = os.environ.get('SENET', 'build/src/cmd/senet')
SHARED = os.environ.get('SENET_SHARED', os.path.join(ROOT, '..', 'shared'))


def blocks(text):
    """The fenced and the indented blocks of a document."""
    for fenced in re.findall(r'^```[^\n]*\n(.*?)^```', text, re.MULTILINE | re.DOTALL):
        yield fenced.splitlines()
    plain = re.sub(r'^```.*?^```', '', text, flags=re.MULTILINE | re.DOTALL)
    for indented in re.findall(r'(?:^    .*\n(?:\n(?=    ))?)+', plain, re.MULTILINE):
        yield [line[4:] for line in indented.splitlines()]


def examples(text):
    """(command, expected lines) of every example."""
    for lines in blocks(text):
        command, expected = None, []
        for line in lines + ['$']:
            if line.startswith('$'):
                if command:
                    yield command, expected
                command, expected = line[1:].strip(), []
            else:
                expected.append(line.rstrip())


def excerpts(text):
    """(file, lines) of every fenced block that is said to be a part of a file."""
    for path, body in re.findall(r'^```lud (\S+)\n(.*?)^```', text, re.MULTILINE | re.DOTALL):
        yield path, [line.strip() for line in body.splitlines()]


def is_part(lines, path):
    there = [line.strip() for line in read(path).splitlines()]
    return any(there[i:i + len(lines)] == lines for i in range(len(there)))


def line_pattern(line):
    return '(?:.*\n)*?.*' if line.strip() == '...' else re.escape(line).replace(re.escape('...'), '.*')


def agrees(expected, found):
    pattern = '\n'.join(map(line_pattern, expected))
    return re.fullmatch(pattern + r'\s*', found) is not None


def run(command):
    environment = dict(os.environ, NO_COLOR='1')
    words = re.sub(r'\bsenet\b', SENET, command, count=1)
    done = subprocess.run(['sh', '-c', words], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=120, check=False)
    return '\n'.join(line.rstrip() for line in (done.stdout + done.stderr).splitlines())


report = Report()
for path in files('.md'):
    for file, part in excerpts(read(path)):
        report.result(f'{path}: a part of {file}', [] if is_part(part, file) else ['not found there:', *part])
    for example, output in examples(read(path)):
        if not example.startswith('senet'):
            continue
        if '../shared' in example and not os.path.isdir(SHARED):
            report.result(f'{path}: {example} # SKIP', [])
            print('# skipped: reference data not here')
            continue
        answer = run(example)
        wanted = '\n'.join(output).rstrip()
        problems = [] if agrees(wanted.splitlines(), answer) else ['expected:', *output, 'found:', *answer.splitlines()]
        report.result(f'{path}: {example}', problems)
report.result('the documents have examples', [] if report.number else ['none found'])
report.end()
