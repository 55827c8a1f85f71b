"""A line of 1 GB sent to `senet lines`, and of 64 MB to `ugi` and `gtp`: an error instead of its memory, and the next line is
served.

TAP; SENET names the program. Under a sanitizer all lines have 64 MB, which is still longer than any of them reads.
"""
import os
import subprocess
import sys

SENET = os.environ['SENET']
SANITIZED = 'sanitized' in sys.argv
MEMORY_MOST = 512 if SANITIZED else 64  # MB

TALKS = [
    ('lines', 64 if SANITIZED else 1000, ['lines'], b'{"id": 1, "command": "legal", "text": "', b'"}\n',
     b'{"id": 2, "command": "legal", "game": "Tic-Tac-Toe"}\n', b'"error":"a line has more than', b'{"id":2,"moves":[{"move":"A1"'),
    ('ugi', 64, ['ugi', 'Tic-Tac-Toe'], b'position ', b'\n', b'isready\n', b'the line is too long', b'readyok'),
    ('gtp', 64, ['gtp', 'Tic-Tac-Toe'], b'play ', b'\n', b'protocol_version\n', b'? the line is too long', b'= 2'),
]


def memory_of(child):
    """The most memory a process has had so far, in MB."""
    with open('/proc/%d/status' % child.pid) as status:
        return [int(line.split()[1]) for line in status if line.startswith('VmHWM')][0] >> 10


def talk(words, megabytes, begin, end, after):
    """Sends the long line in pieces, as long as somebody reads; the answer, and the memory it took."""
    child = subprocess.Popen([SENET] + words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    piece = b'x' * (1 << 20)
    child.stdin.write(begin)
    for _ in range(megabytes):
        child.stdin.write(piece)
    child.stdin.write(end + after)
    child.stdin.flush()
    memory = memory_of(child)
    child.stdin.close()
    answer = child.stdout.read()
    return answer, memory, child.wait()


def main():
    print('1..%d' % len(TALKS))
    failed = 0
    for i, (name, megabytes, words, begin, end, after, error, answer) in enumerate(TALKS):
        got, memory, status = talk(words, megabytes, begin, end, after)
        places = got.find(error), got.find(answer)
        good = 0 <= places[0] < places[1] and memory < MEMORY_MOST and status == 0
        failed += not good
        print('%s %d - senet %s refuses a line of %d MB and goes on' % ('ok' if good else 'not ok', i + 1, name, megabytes))
        if not good:
            print('# status %d, %d MB of memory: %r' % (status, memory, got[:300]))
    return 1 if failed else 0


sys.exit(main())
