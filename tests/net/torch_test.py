"""PyTorch gives the same outputs as C from the same file, and C reads what PyTorch writes. Skipped without PyTorch."""
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.environ['SENET_ROOT']
SENET = os.environ['SENET']
NETWORKS = (
    ('Breakthrough', 'graph:blocks=2,channels=16'),
    ('Hex', 'unet:blocks=1,channels=16,levels=2'),
    ('Backgammon', 'attention:blocks=1,channels=16,heads=2'),
    ('Breakthrough', 'planes:blocks=1,channels=16'),
    ('Lasca', 'planes-unet:blocks=1,channels=16'),
    ('Kensington', 'graph:blocks=1,channels=16'),
    (os.path.join(ROOT, 'tests/net/growing.lud'), 'graph:blocks=1,channels=16'),
    (os.path.join(ROOT, 'tests/net/growing.lud'), 'unet:blocks=1,channels=16'),
    (os.path.join(ROOT, 'tests/net/growing.lud'), 'attention:blocks=1,channels=16'),
)


def with_torch():
    """A Python that has PyTorch: this one, or the system's."""
    for python in (sys.executable, shutil.which('python3', path='/usr/bin')):
        if python and subprocess.run([python, '-c', 'import torch'], capture_output=True).returncode == 0:
            return python
    return None


COMPARE = """
import sys
sys.path.insert(0, sys.argv[1])
import net
for folder in sys.argv[2:]:
    most, samples, moves = net.compare(f'{folder}/model', f'{folder}/outputs')
    net.Network(f'{folder}/model').write(f'{folder}/copy', 0)
    print(folder, most)
"""


def run(*command):
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode:
        raise RuntimeError(ran.stdout + ran.stderr)
    return ran.stdout


def prepare(folder, number, game, arch):
    inside = os.path.join(folder, str(number))
    os.mkdir(inside)
    run(SENET, 'net', '--new', arch, game, '--out', f'{inside}/model')
    run(SENET, 'net', f'{inside}/model', game, '--outputs', f'{inside}/outputs')
    return inside


def check(inside, game, most):
    """What is wrong, or nothing."""
    if not float(most) < 1e-4:
        return f'the largest difference is {most}'
    run(SENET, 'net', f'{inside}/copy', game, '--outputs', f'{inside}/again')
    with open(f'{inside}/outputs', 'rb') as first, open(f'{inside}/again', 'rb') as second:
        return '' if first.read() == second.read() else 'the network PyTorch wrote has other outputs'


def main():
    python = with_torch()
    if not python:
        print('1..0 # SKIP there is no PyTorch')
        return
    print(f'1..{len(NETWORKS)}')
    with tempfile.TemporaryDirectory() as folder:
        folders = [prepare(folder, number, *network) for number, network in enumerate(NETWORKS)]
        lines = run(python, '-c', COMPARE, os.path.join(ROOT, 'python/senet'), *folders).splitlines()
        for number, ((game, arch), line) in enumerate(zip(NETWORKS, lines), 1):
            wrong = check(*line.split()[:1], game, line.split()[1])
            print(f'{"not ok" if wrong else "ok"} {number} - {os.path.basename(game)}, {arch}')
            if wrong:
                print(f'# {wrong}')


main()
