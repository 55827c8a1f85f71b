#!/usr/bin/env python3
"""ludeme_examples.py FILE...: the examples of ludemes as a table in C.

The files are tests/cases/ludemes/*.txt: a line `type (example)`, the form it matches, and how it is read. The tests
resolve every example and make sure that every form has one, so that what `senet help ludeme` shows is what the
language accepts.
"""
import sys


def quote(text):
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"') + '"'


print('// Made by ludeme_examples.py from tests/cases/ludemes.')
for path in sorted(sys.argv[1:]):
    with open(path, encoding='utf-8') as file:
        lines = file.read().splitlines()
    for example, form in zip(lines, lines[1:]):
        if example and not example.startswith(' ') and form.startswith('  '):
            print(f'EXAMPLE({quote(form.strip())}, {quote(example.split(" ", 1)[1])})')
