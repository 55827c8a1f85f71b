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
from senet.train import Buffers

CASES = (('Tic-Tac-Toe', 'graph:blocks=2,channels=16'), ('Breakthrough', 'graph:blocks=1,channels=32'),
         ('Hex', 'unet:channels=16'), ('Lasca', 'attention:blocks=1,channels=32'), ('Triad', 'graph:blocks=1,channels=16'),
         ('Royal Game of Ur', 'graph:blocks=1,channels=16'), ('Shogi', 'graph:blocks=1,channels=16'))


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


print(f'1..{len(CASES)}')
with tempfile.TemporaryDirectory() as place:
    for number, case in enumerate(CASES, 1):
        difference = largest_difference(place, *case)
        print(f'{"ok" if difference < 1e-4 else "not ok"} {number} - {" ".join(case)}: C and PyTorch differ by {difference:.1e}')
