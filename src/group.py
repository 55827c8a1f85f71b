#!/usr/bin/env python3
"""group.py SRC OUT NAME FILE...: writes OUT/NAME_0.c, OUT/NAME_1.c..., which include the source files, and prints their paths.

Compiling many files as one saves reading their headers again and again. Two files can be in one group when no name at
file level (static functions and tables, types, constants, macros) means two things in them and in the headers of SRC
that they include, and when no macro of one is a word of the other. The sources of SRC are compiled so for a first look.
"""
import functools
import os
import re
import sys

NAMES = [re.compile(pattern, re.M) for pattern in (
    r'^(?:\w+\([^)]*\) )?static\s[^=;{(]*?\b(\w+)\s*[\[(=;]',
    r'^(?:typedef\s+)?(?:struct|enum|union)\s+(\w+)\s*\{',
    r'^\}\s*(\w+);',
    r'^typedef\s(?!(?:struct|enum|union) \w+ \w+;)(?!VEC\()[^;{]*?\(?\*?(\w+)\)?(?:\([^;]*\))?;',
    r'^typedef VEC\([^;]*\) (\w+);',
)]
DEFINED = re.compile(r'^\s*#\s*define\s+(\w+)', re.M)
LINES_MAX = 6000  # of a group, so that several processors have something to do
ENDED = re.compile(r'^\s*#\s*undef\s+(\w+)', re.M)
CONSTANTS = re.compile(r'^(?:typedef\s+)?enum\s*\w*\s*\{([^}]*)\}', re.M)
CONSTANT = re.compile(r'(?:^|,)\s*([A-Z]\w*)\s*(?=[,=]|$)')
PROTOTYPES = re.compile(r'^(?!typedef)\w[\w\s*]*?\b(\w+)\([^{}]*?\)[^{};]*;', re.M)
INCLUDES = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
COMMENTS = re.compile(r'//[^\n]*|/\*.*?\*/', re.S)


@functools.lru_cache(maxsize=None)
def text_of(path):
    with open(path, encoding='utf-8') as file:
        return COMMENTS.sub('', file.read())


def macros_of(path):
    """The macros that are still there after a file."""
    return set(DEFINED.findall(text_of(path))) - set(ENDED.findall(text_of(path)))


@functools.lru_cache(maxsize=None)
def names_of(path):
    text = text_of(path)
    names = {name for pattern in NAMES for name in pattern.findall(text)} | macros_of(path)
    for body in CONSTANTS.findall(text):
        names.update(CONSTANT.findall(body))
    if path.endswith('.h'):
        names.update(PROTOTYPES.findall(text))
    return names


@functools.lru_cache(maxsize=None)
def words_of(path):
    return frozenset(re.findall(r'\b[A-Za-z_]\w*', text_of(path)))


def headers_of(path, root):
    """The headers of the source tree that a file includes, directly or through others."""
    found, waiting = set(), [path]
    while waiting:
        file = waiting.pop()
        for name in INCLUDES.findall(text_of(file)):
            for folder in (os.path.dirname(file), root):
                header = os.path.normpath(os.path.join(folder, name))
                if os.path.exists(header):
                    if header not in found:
                        found.add(header)
                        waiting.append(header)
                    break
    return found


class Unit:
    """A file, or a group of them: where its names come from, its words and its macros."""

    def __init__(self, path, root):
        self.files = [path]
        self.lines = text_of(path).count('\n')
        self.parts = {path} | headers_of(path, root)
        self.names = {name: part for part in self.parts for name in names_of(part)}
        self.macros = macros_of(path)
        self.alone = any(macro.startswith('_') for macro in self.macros)  # what system headers show

    def goes_with(self, other):
        small, large = sorted((self.names, other.names), key=len)
        if any(large.get(name, part) != part for name, part in small.items()):
            return False
        return not any(macro in words_of(part) for one, two in ((self, other), (other, self)) for macro in one.macros
                       for part in two.parts)

    def add(self, other):
        self.files += other.files
        self.lines += other.lines
        self.parts |= other.parts
        self.names.update(other.names)
        self.macros |= other.macros


def group(units):
    groups = []
    for unit in units:
        fitting = (g for g in groups if g.lines + unit.lines <= LINES_MAX and not g.alone and g.goes_with(unit))
        group_of_unit = None if unit.alone else next(fitting, None)
        if group_of_unit:
            group_of_unit.add(unit)
        else:
            groups.append(unit)
    return groups


def write(path, text):
    """What has not changed is left alone, and so not compiled again."""
    if os.path.exists(path) and open(path, encoding='utf-8').read() == text:
        return
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def main():
    root, out, name = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]
    os.makedirs(out, exist_ok=True)
    for i, unit in enumerate(group([Unit(os.path.abspath(path), root) for path in sorted(sys.argv[4:])])):
        path = os.path.join(out, f'{name}_{i}.c')
        write(path, ''.join(f'#include "{file}"\n' for file in unit.files))
        print(path)


main()
