"""Writes a C program that calls every function of senet.h many times with arguments drawn at random: null pointers, handles
that were freed or are of another kind, wrong sizes, numbers out of range, texts without meaning. No call may crash, and every
one that fails must say why. hostile.py senet.h > hostile.c"""
import re
import sys

HANDLES = ['library', 'game', 'position', 'agent', 'batch', 'features', 'parts', 'record', 'diagnostics', 'facts', 'match',
           'picture']
OPTIONS = ['game_request', 'playout_options', 'match_options', 'draw_options', 'batch_result', 'feature_result', 'match_game']

# What is drawn for a parameter, by its name where a wrong value would only take forever, else by its type.
BY_NAME = {
    'depth': 'draw(3) - 1', 'steps': '(size_t)draw(20)', 'iterations': '(uint64_t)draw(50) + 1',
    'seconds': 'few_seconds()', 'threads': 'some_threads()', 'executor': 'some_text()',
}
# Numbers of games: only few are played, or far too many are asked for.
GAMES = {'senet_match_play': 'draw(4) ? (uint64_t)draw(3) : UINT64_MAX', 'senet_batch_new': 'some_batch()'}


def prototypes(text):
    text = re.sub(r'//[^\n]*', '', text)
    for result, name, parameters in re.findall(r'^([a-z]\w*[\w \*]*?[ \*])(senet_\w+)\(([^;{}]*)\);', text, re.MULTILINE):
        if result.startswith('typedef'):
            continue
        parts = [' '.join(part.split()) for part in parameters.split(',')]
        yield result.strip(), name, [re.match(r'(.*?)(\w+)$', part).groups() for part in parts if part != 'void']


def argument(function, kind, name, number, after_pointer):
    """The expression for parameter `number`; after_pointer: it says how much the parameter before has room for."""
    kind = kind.strip()
    plain = re.sub(r'\bconst\b|\s', '', kind)
    handle = re.fullmatch(r'senet_(\w+?)(\*+)', plain)
    if function == 'senet_library_free':
        return '(draw(2) ? NULL : (senet_library *)(void *)pool_game[draw(POOL)])'  # the library stays open
    if handle and handle[1] in HANDLES:
        return f'pick_{handle[1]}()' if handle[2] == '*' else f'(draw(9) ? &made_{handle[1]} : NULL)'
    if handle and handle[1] in OPTIONS:
        return f'some_{handle[1]}()'
    if plain == 'char**':
        return 'some_list()'
    if plain == 'char*' and 'const' in kind:
        return 'some_text()'
    if plain.endswith('_tell*'):
        return '(draw(3) ? hear_%s : NULL)' % plain[6:-6].rstrip('_') if plain != 'senet_tell*' else '(draw(3) ? hear : NULL)'
    if plain.endswith('*'):
        return f'(draw(6) ? (void *)(scratch + {number} * AREA) : NULL)'
    if function in GAMES and name == 'n':
        return GAMES[function]
    if name in BY_NAME:
        return BY_NAME[name]
    if plain == 'size_t' and after_pointer:
        return 'some_room()'
    return {'int': 'some_int()', 'int32_t': 'some_int()', 'size_t': 'some_number()', 'uint64_t': 'some_number()',
            'double': 'some_double()', 'senet_status': '(senet_status)draw(20)'}[plain]


def call(result, name, parameters):
    arguments = []
    for i, (kind, parameter) in enumerate(parameters):
        after = i > 0 and parameters[i - 1][0].strip().endswith('*')
        if after and arguments[-1].startswith('pick_'):
            after = False  # a number after a handle is not its size
        listed = after and arguments[-1] == 'some_list()'  # of four
        arguments.append('(size_t)draw(5)' if listed else argument(name, kind, parameter, i, after))
    texts = [i for i, (kind, parameter) in enumerate(parameters)
             if parameter == 'length' and kind.strip() == 'size_t' and arguments[i - 1] == 'some_text()']
    for i in texts:  # a text with its length, which is at most what there is
        arguments[i - 1:i + 1] = ['text', 'some_length(text)']
    made = sorted({match for one in arguments for match in re.findall(r'&made_(\w+)', one)})
    lines = [f'static void call_{name}(void) {{']
    lines += ['  const char *text = some_text();'] * len(texts)
    lines += [f'  senet_{kind} *made_{kind} = NULL;' for kind in made]
    text = f'{name}({", ".join(arguments)})'
    lines.append(f'  check("{name}", {text});' if result == 'senet_status' else f'  (void){text};')
    lines += [f'  keep_{kind}(made_{kind});' for kind in made] + ['}']
    return lines


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        functions = [one for one in prototypes(file.read())]
    out = ['#include "lib/hostile_values.h"', '']
    for one in functions:
        out += call(*one) + ['']
    out += ['static void (*const calls[])(void) = {'] + [f'    call_{name},' for _, name, _ in functions] + ['};', '']
    out += ['int main(int argc, char **argv) { return hostile_run(argc, argv, calls, sizeof calls / sizeof *calls); }']
    print('\n'.join(out))


main()
