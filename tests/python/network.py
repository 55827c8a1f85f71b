"""Networks in PyTorch give what C gives, from the same file; training on arrays. Prints TAP; skipped without PyTorch."""
import json
import os
import sys
import tempfile

try:
    import numpy
    import torch
except ImportError:
    print('1..0 # SKIP there is no PyTorch')
    sys.exit(0)

import senet
from senet.network import Network
from senet.train import Buffers, Run, arguments

CASES = (('Tic-Tac-Toe', 'graph:blocks=2,channels=16'), ('Breakthrough', 'graph:blocks=1,channels=32'),
         ('Hex', 'unet:channels=16'), ('Lasca', 'attention:blocks=1,channels=32'), ('Triad', 'graph:blocks=1,channels=16'),
         ('Royal Game of Ur', 'graph:blocks=1,channels=16'), ('Shogi', 'graph:blocks=1,channels=16'),
         ('Hex', 'graph:blocks=2,channels=16'), ('Yavalath', 'graph:blocks=2,channels=16'),
         ("Nine Men's Morris", 'graph:blocks=2,channels=16'))


def largest_difference(folder, name, arch):
    """Between C and PyTorch, over some rounds of self-play with weights that PyTorch wrote."""
    play = senet.load_game(name)._core.selfplay('games=16,groups=1,threads=1,simulations=8')
    about = json.loads(play.describe())
    first, second = os.path.join(folder, 'first'), os.path.join(folder, 'second')
    play.model(arch, 3, '', first)
    network = Network(first)
    with torch.no_grad():
        network.flat.add_(0.05 * torch.randn_like(network.flat))
    network.write(second, 5)
    buffers, worst, spread = Buffers(about, torch.device('cpu')), 0, 0
    for _ in range(6):
        sizes = play.advance(0)
        play.pack(0, buffers.arrays(sizes))
        batch = buffers.to_device(sizes)
        with torch.no_grad():
            outputs, logits = network(batch)
            values = network.values_of(outputs, batch.viewers).numpy().ravel()
        by_c = numpy.zeros(values.size, numpy.float32), numpy.zeros(logits.numel(), numpy.float32)
        play.evaluate(0, second, *by_c)
        worst = max(worst, abs(values - by_c[0]).max(), abs(logits.numpy() - by_c[1]).max())
        spread = max(spread, by_c[1].std())
        play.answer(0, *by_c)
    assert spread > 0.01, 'the network says something'
    return worst


def train(folder, games):
    """A run of Tic-Tac-Toe on the CPU; its state."""
    words = f'Tic-Tac-Toe --out {folder} --games {games} --arch graph:blocks=1,channels=16 --simulations 16 --flight 64 ' \
            '--threads 2 --batch 64 --window 1000 --keep 0.1 --report 1000 --device cpu'
    Run(arguments(words.split())).train()
    with open(os.path.join(folder, 'run.json'), encoding='utf-8') as file:
        return json.load(file)


def learns(folder):
    """Goes on where it stopped, and wins against somebody who knows nothing."""
    first = train(folder, 150)
    second = train(folder, 600)
    assert second['games'] >= 600 > first['games'] >= 150 and second['steps'] > first['steps'] > 0, (first, second)
    result = senet.match(senet.load_game('Tic-Tac-Toe'), [f'net:model="{folder}",simulations=16', 'random'], 40)
    return 2 * result['agents'][0]['score'] - 1


print(f'1..{len(CASES) + 1}')
with tempfile.TemporaryDirectory() as place:
    for number, case in enumerate(CASES, 1):
        difference = largest_difference(place, *case)
        print(f'{"ok" if difference < 1e-4 else "not ok"} {number} - {" ".join(case)}: C and PyTorch differ by {difference:.1e}')
    points = learns(os.path.join(place, 'run'))
    print(f'{"ok" if points > 0.5 else "not ok"} {len(CASES) + 1} - a trained network gets {points:.2f} against random moves')
