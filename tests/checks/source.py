"""Habits of the code that a script can see: file heads and lengths, function lengths, words that have no place here."""
import re

from tap import Report, files, read

CODE = [path for path in files('.c', '.h', '.def') if path.startswith(('src/', 'include/', 'tests/'))]
TEXT = files('.c', '.h', '.def', '.py', '.sh', '.md', '.build', '.cases', '.lud', '.rbg', 'Makefile')
FILE_LINES = 1200
FUNCTION_LINES = 40  # nine in ten stay under this
UNFINISHED = re.compile(r'\b(TO' r'DO|FIX' r'ME|XX' r'X|HA' r'CK)\b|not (yet )?imple' r'mented|place' r'holder|\bfor n' r'ow\b', re.I)
MACHINE_PATH = re.compile(r'(?<![\w.])/(work|root|farm|home/\w+)/')
PLACE = re.compile(r'->a\[\d')  # an operand by its number
ALLOCATION = re.compile(r'\b(malloc|calloc|realloc|free|strdup)\s*\(')


def matching_lines(paths, pattern):
    return [f'{path}:{number}: {line.strip()[:100]}' for path in paths
            for number, line in enumerate(read(path).splitlines(), 1) if pattern.search(line)]


def functions(path):
    """(length, name, line) of each function of a formatted C file."""
    start = None
    for number, line in enumerate(read(path).splitlines(), 1):
        if re.match(r'^[A-Za-z].*\)\s*\{.*\}$', line):
            yield 1, line, number
        elif re.match(r'^[A-Za-z ].*\)\s*\{$', line) and not line.startswith('  '):
            start = number, line
        elif re.match(r'^ {4,}.*\)\s*\{$', line) and start is None and number > 1:
            start = number, line
        elif line == '}' and start:
            yield number - start[0] - 1, start[1].strip(), start[0]
            start = None
        elif line.startswith('}'):
            start = None


def long_functions():
    found = sorted(((length, f'{path}:{line}', name) for path in CODE if path.startswith('src/') and path.endswith('.c')
                    for length, name, line in functions(path)), reverse=True)
    limit = found[len(found) // 10][0] if found else 0
    return [f'{length} lines: {place}' for length, place, _ in found[:8]] if limit > FUNCTION_LINES else []


def shared_names():
    """Source files whose name another folder has too: a name alone should tell which file is meant."""
    places = {}
    for path in CODE:
        if path.startswith('src/'):
            places.setdefault(path.split('/')[-1], []).append(path)
    return [' '.join(paths) for paths in places.values() if len(paths) > 1]


report = Report()
report.result('every file begins with its purpose',
              [path for path in CODE if not read(path).startswith(('// ', '#define _GNU_SOURCE'))])
report.result(f'no file is longer than {FILE_LINES} lines',
              [path for path in CODE if read(path).count('\n') > FILE_LINES])
report.result(f'nine functions in ten are at most {FUNCTION_LINES} lines long', long_functions())
report.result('nothing is left unfinished by its own words', matching_lines(TEXT, UNFINISHED))
report.result('no path of one machine', matching_lines([p for p in TEXT if p != 'tests/checks/source.py'], MACHINE_PATH))
report.result('memory is allocated in base only', matching_lines(
    [path for path in CODE if path.startswith('src/') and not path.startswith('src/base/')], ALLOCATION))
report.result('no two source files have the same name', shared_names())
report.result('operands are read by name', matching_lines([path for path in CODE if path.startswith('src/')], PLACE))
report.end()
