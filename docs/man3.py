#!/usr/bin/env python3
"""Manual pages of section 3 from the public header: one for the library (senet.3), one for each of its sections, and for each
function one that leads to its section.

man3.py HEADER FOLDER VERSION
    writes senet.3, senet_SECTION.3 with the types, functions and comments of each section, and senet_FUNCTION.3

A section begins with `// ---- title ---`. The comment right above a declaration describes it and those that follow it
without a comment.
"""
import os
import re
import sys


def escape(text):
    text = text.replace('\\', '\\e').replace('-', '\\-')
    return re.sub(r'^([.\'])', r'\\&\1', text, flags=re.MULTILINE)


def sections(header):
    """(title, lines) of the head and of each section."""
    title, lines, found = None, [], []
    for line in header.splitlines():
        match = re.match(r'// ---- (.*?) -+$', line)
        if match:
            found.append((title, lines))
            title, lines = match.group(1), []
        else:
            lines.append(line)
    found.append((title, lines))
    return found


def items(lines):
    """(comment, code) of each declaration of a section: code is a list of lines."""
    comment, code, depth, found = [], [], 0, []
    for line in lines:
        if depth == 0 and not code and line.startswith('//'):
            comment.append(line[2:].removeprefix(' '))
        elif depth == 0 and not code and not line.strip():
            if comment:
                found.append((comment, []))
            comment = []
        elif line.startswith('#') and not line.startswith('#define'):
            comment = []
        else:
            code.append(line)
            depth += line.count('{') - line.count('}')
            ended = line.startswith('#define') or line.rstrip().endswith(';')
            if depth == 0 and ended and not line.endswith('\\'):
                found.append((comment, code))
                comment, code = [], []
    return found


def paragraph(comment):
    return escape('\n'.join(comment))


def functions(code):
    return re.findall(r'\b(senet_\w+)\(', '\n'.join(code))


def section_page(title, lines, version):
    name = 'senet_' + re.sub(r'\W+', '_', title.strip())
    out = [f'.TH {name.upper()} 3 "" "Senet {version}" "Senet"', '.SH NAME', f'{name} \\- {title} of the Senet library',
           '.SH SYNOPSIS', '.nf', '#include <senet.h>', '']
    found = items(lines)
    for _, code in found:
        out += [escape(line) for line in code] + ([''] if code else [])
    out += ['.fi', '.SH DESCRIPTION']
    for comment, code in found:
        names = functions(code)
        if names:
            out += ['.TP', '.B ' + ', '.join(dict.fromkeys(names)), paragraph(comment) or 'See above.']
        elif comment:
            out += ['.PP', paragraph(comment)]
    out += ['.SH "SEE ALSO"', '.BR senet (3),', '.BR senet (1)']
    return name, '\n'.join(out) + '\n'


def names_in(lines):
    """The functions that a section declares, without the types of functions that callers give."""
    return dict.fromkeys(name for _, code in items(lines) if not code or not code[0].startswith('typedef')
                         for name in functions(code))


def main_page(lines, names, version):
    comment = []
    for line in lines:
        if not line.startswith('//'):
            break
        comment.append(line[2:].removeprefix(' '))
    out = [f'.TH SENET 3 "" "Senet {version}" "Senet"', '.SH NAME',
           'senet \\- games of the languages .lud and .rbg as one forward model', '.SH SYNOPSIS', '.nf',
           '#include <senet.h>', '', 'cc ... $(pkg\\-config \\-\\-cflags \\-\\-libs senet)', '.fi', '.SH DESCRIPTION']
    code = False
    for line in comment:
        if line.startswith('  ') and not code:
            out.append('.nf')
        elif not line.startswith('  ') and code:
            out.append('.fi')
        code = line.startswith('  ')
        out.append(escape(line) if line else '.PP')
    out += ['.SH "SEE ALSO"'] + [f'.BR {name} (3),' for name in names] + ['.BR senet (1)']
    return '\n'.join(out) + '\n'


def main():
    path, folder, version = sys.argv[1:4]
    with open(path, encoding='utf-8') as file:
        found = sections(file.read())
    names = []
    for title, lines in found[1:]:
        name, page = section_page(title, lines, version)
        names.append(name)
        with open(os.path.join(folder, name + '.3'), 'w', encoding='utf-8') as file:
            file.write(page)
        for function in names_in(lines):
            with open(os.path.join(folder, function + '.3'), 'w', encoding='utf-8') as file:
                file.write(f'.so man3/{name}.3\n')
    with open(os.path.join(folder, 'senet.3'), 'w', encoding='utf-8') as file:
        file.write(main_page(found[0][1], names, version))


main()
