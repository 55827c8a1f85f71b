#!/usr/bin/env python3
"""slot_names.py FAMILY.c...: prints lud/slot_names.h, the places of the arguments of ludemes.

Reads the rows at the foot of the family files. Slot `through:int` of the row that lower_is_line lowers becomes
L_IS_LINE_THROUGH; when several families have a function of that name, theirs comes first (L_SITES_IF_BOOLEAN). Clauses are
read by whoever meets them, so that all rows have names by their head as well: slot `[if:boolean]` of (from ...) is C_FROM_IF.
Where a head has rows of several types, those whose type is another word have it in front (C_ITEM_PIECE_MOVES of pieces of
the equipment). A slot is called by its label, or else by the type it has first; a second one of that name has a 2 behind it.
Rows that share a function or a head share names, and a name that would be two places is left out: what is read by its
name is there in every row, or absent.
"""
import collections
import os
import re
import sys

ROW = re.compile(r'\{((?:\s*"(?:[^"\\]|\\.)*")+),((?:\s*"(?:[^"\\]|\\.)*")+),((?:\s*"(?:[^"\\]|\\.)*")+),'
                 r'((?:\s*"(?:[^"\\]|\\.)*")+)(?:,\s*(\w+))?(?:,\s*(-?\w+))?\}')
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


def text(strings):
    return ''.join(STRING.findall(strings))


def slots(signature):
    """The names of a signature's slots, in order."""
    names = []
    for part in re.findall(r'\[[^\]]*\]|\([^)]*\)|\S+', signature):
        first = part.strip('[]()').split('|')[0].strip()
        word = first.split(':')[0] if ':' in first else first.strip('{}')
        name = upper(word)
        taken = sum(1 for other in names if other.rstrip('0123456789_') == name)
        names.append(f'{name}_{taken + 1}' if taken else name)
    return names


def upper(word):
    return re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', word).upper()


def read_rows(paths):
    """(family, head, type, signature, function or '') of every row."""
    for path in paths:
        with open(path, encoding='utf-8') as file:
            source = file.read()
        table = source[source.find('static const LudRow rows[]'):]
        found = ROW.findall(table)
        if len(found) != len(re.findall(r'^    {', table, re.M)):
            sys.exit(f'slot_names.py: {path}: not every row of the table was understood')
        for head, kind, signature, _, function, _ in found:
            family = os.path.basename(path).removeprefix('fam_').removesuffix('.c')
            yield family, text(head), text(kind), text(signature), '' if function == 'NULL' else function


def groups(paths):
    """(group, names of slots) of the rows: once by their function, and once by their head."""
    rows = list(read_rows(paths))
    types, families = collections.defaultdict(set), collections.defaultdict(set)
    for family, head, kind, _, function in rows:
        types[head].add(kind)
        families[function].add(family)
    for family, head, kind, signature, function in rows:
        if function:
            own = function.removeprefix('lower_').upper()
            yield f'L_{own}' if len(families[function]) == 1 else f'L_{family.upper()}_{own}', slots(signature)
        if head.isidentifier():
            alone = head == kind or len(types[head]) == 1
            yield f'C_{upper(head)}' if alone else f'C_{upper(kind)}_{upper(head)}', slots(signature)


def places(paths):
    """Where each name is; without the ones that would be two places."""
    found, double = {}, set()
    for group, names in groups(paths):
        for place, name in enumerate(names):
            full = f'{group}_{name}'
            if found.setdefault(full, place) != place:
                double.add(full)
    return {name: place for name, place in found.items() if name not in double}


def main():
    print('// The places of the arguments of ludemes, by the function that lowers them or by their head, and by name as in\n'
          '// their signatures. Made by slot_names.py.\n#ifndef LUD_SLOT_NAMES_H\n#define LUD_SLOT_NAMES_H\n\n'
          'enum SlotPlace {')
    for name, place in sorted(places(sys.argv[1:]).items()):
        print(f'  {name} = {place},')
    print('};\n\n#endif')


if __name__ == '__main__':
    main()
