"""Samples of positions in PyTorch, and the comparison of a network there with the same network in C.

    network = Network("model.safetensors")
    outputs, logits = network(collate(network.encoding, read_samples(data)))

`python -m senet.net MODEL OUTPUTS [COPY]` compares with what `senet net MODEL --outputs OUTPUTS` wrote, and writes the
network as PyTorch has it.
"""
import os
import struct
import sys

import torch

if __package__:
    from senet.network import ROLES, Batch, Network, read_safetensors
else:  # run as a file, without the extension
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from network import ROLES, Batch, Network, read_safetensors

# ---- samples -------------------------------------------------------------------------------------

FACT_ROLE = ROLES  # not a token but a fact about the move


class Sample:
    """One sample as net_encode makes it (src/net/sample.h): lists of numbers."""

    def __init__(self, block):
        (self.size, self.viewer, n_tokens, n_moves, n_parts, n_facts, n_numbers, n_globals,
         n_global_numbers) = struct.unpack_from('<IHHIIIIII', block)
        self.at = 32
        self.facts = self._pairs(block, n_facts)
        self.numbers = self._numbers(block, n_numbers)
        self.globals = list(self._shorts(block, n_globals))
        self.global_numbers = self._numbers(block, n_global_numbers)
        self.move_starts = list(struct.unpack_from(f'<{n_moves + 1}I', block, self.at))
        self.at += 4 * (n_moves + 1)
        self.parts = self._pairs(block, n_parts)
        self.tokens = list(self._shorts(block, n_tokens))

    def _shorts(self, block, n):
        values = struct.unpack_from(f'<{n}H', block, self.at)
        self.at += (2 * n + 3) // 4 * 4
        return values

    def _pairs(self, block, n):
        values = self._shorts(block, 2 * n)
        return list(zip(values[::2], values[1::2]))

    def _numbers(self, block, n):
        values = [struct.unpack_from('<HHf', block, self.at + 8 * i) for i in range(n)]
        self.at += 8 * n
        return values


def read_samples(data):
    """Samples one after another, as replay files and `senet net --outputs` have them."""
    samples, at = [], 0
    while at < len(data):
        samples.append(Sample(data[at:]))
        at += samples[-1].size
    return samples


def padded(lists, fill=0):
    width = max(1, max(map(len, lists), default=1))
    return torch.tensor([row + [fill] * (width - len(row)) for row in lists], dtype=torch.int64)


def collate(encoding, samples):
    """A batch, as src/learn/zero/zero_pack.h describes it. Planes: parts are row * move_channels + channel."""
    all_tokens = all(sample.tokens == list(range(encoding['tokens'])) for sample in samples)
    width = max(len(sample.tokens) for sample in samples)
    facts, numbers, parts, starts, owners = [], [], [], [], []
    global_numbers = torch.zeros(len(samples), encoding['global_numbers'])
    for i, sample in enumerate(samples):
        rows = [[] for _ in range(width)]
        for at, what in sample.facts:
            rows[at].append(what + 1)
        facts += rows
        numbers += [(i * width + at, what, value) for at, what, value in sample.numbers]
        for _, what, value in sample.global_numbers:
            global_numbers[i, what] += value
        for first, end in zip(sample.move_starts, sample.move_starts[1:]):
            owners.append(i)
            starts.append(len(parts))
            for role, index in sample.parts[first:end]:
                parts.append(part_number(encoding, role, index, i * width))
    return Batch(
        viewers=torch.tensor([sample.viewer for sample in samples]),
        facts=padded(facts),
        globals=padded([[what + 1 for what in sample.globals] for sample in samples]),
        global_numbers=global_numbers,
        number_rows=torch.tensor([row for row, _, _ in numbers], dtype=torch.int64),
        number_whats=torch.tensor([what for _, what, _ in numbers], dtype=torch.int64),
        number_values=torch.tensor([value for _, _, value in numbers], dtype=torch.float32),
        move_samples=torch.tensor(owners, dtype=torch.int64),
        move_starts=torch.tensor(starts, dtype=torch.int64),
        parts=torch.tensor(parts, dtype=torch.int64),
        tokens=None if all_tokens else padded([sample.tokens for sample in samples], -1))


def part_number(encoding, role, index, first):
    if encoding['move_channels']:
        return (first + index) * encoding['move_channels'] + role
    return index if role >= FACT_ROLE else encoding['move_facts'] + (first + index) * ROLES + role


# ---- comparing -----------------------------------------------------------------------------------

def compare(model, outputs, device='cpu'):
    """The largest difference from what C calculated, and over how many positions and moves."""
    network = Network(model).to(device)
    tensors, _ = read_safetensors(outputs)
    samples = read_samples(tensors['samples'].tobytes())
    batch = collate(network.encoding, samples)
    batch = Batch(*(part if part is None else part.to(device) for part in batch))
    with torch.no_grad():
        found, logits = network(batch)
        order = network.players_of(batch.viewers)[:, :, None].expand(-1, -1, 3)
        chances = found.softmax(2).gather(1, order).reshape(-1).cpu()
    most = max(float((chances - torch.from_numpy(tensors['win_draw_loss'])).abs().max()),
               float((logits.cpu() - torch.from_numpy(tensors['logits'])).abs().max()))
    return most, len(samples), len(logits)


def main(arguments):
    if len(arguments) not in (2, 3):
        print('usage: python -m senet.net MODEL OUTPUTS [COPY]', file=sys.stderr)
        return 2
    worst = 0
    for device in ['cpu'] + ['cuda'] * torch.cuda.is_available():
        most, samples, moves = compare(*arguments[:2], device)
        print(f'{device}: {samples} positions, {moves} moves: largest difference {most:.2e}')
        worst = max(worst, most)
    if len(arguments) == 3:
        network = Network(arguments[0])
        network.write(arguments[2], int(network.texts['steps']))
    return 0 if worst < 1e-4 else 1


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
