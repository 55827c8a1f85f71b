"""Networks of Senet's safetensors files in PyTorch: read, run over batches of arrays, written back.

A file holds the weights, the tables of the encoding (which site is next to which, what is always true of a site) and the
list of the network's operations, so that nothing about architectures is repeated here: `Network.forward` walks that list.
A batch is a `Batch` of the arrays that `senet._senet.SelfPlay` writes.
"""
from __future__ import annotations

import json
import os
import struct
from typing import NamedTuple

import numpy
import torch
import torch.nn.functional as F

if __package__:
    from .grid import find_grid
else:
    from grid import find_grid

ROLES = 3  # of the tokens of a move: where it begins, where it ends, others

_TYPES = {'F32': numpy.float32, 'F16': numpy.float16, 'I32': numpy.int32, 'U8': numpy.uint8}


def read_safetensors(path: str):
    """The tensors of a file as NumPy arrays, in the order of the file, and its texts."""
    with open(path, 'rb') as file:
        size, = struct.unpack('<Q', file.read(8))
        head = json.loads(file.read(size))
        data = file.read()
    texts = head.pop('__metadata__', {})
    tensors = {}
    for name, about in sorted(head.items(), key=lambda item: item[1]['data_offsets'][0]):
        begin, end = about['data_offsets']
        kind = numpy.dtype(_TYPES[about['dtype']])
        array = numpy.frombuffer(data, kind, offset=begin, count=(end - begin) // kind.itemsize)
        tensors[name] = array.reshape(about['shape']).copy()
    return tensors, texts


def write_safetensors(path: str, tensors: dict, texts: dict) -> None:
    """Replaces the file at once when everything is written."""
    names = {numpy.dtype(numpy.float32): 'F32', numpy.dtype(numpy.int32): 'I32'}
    head, at = {'__metadata__': texts}, 0
    for name, array in tensors.items():
        head[name] = {'dtype': names[array.dtype], 'shape': list(array.shape), 'data_offsets': [at, at + array.nbytes]}
        at += array.nbytes
    text = json.dumps(head).encode()
    text += b' ' * (-len(text) % 8)
    with open(path + '.new', 'wb') as file:
        file.write(struct.pack('<Q', len(text)) + text)
        for array in tensors.values():
            file.write(numpy.ascontiguousarray(array).tobytes())
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + '.new', path)


class Batch(NamedTuple):
    """The arrays of a batch on the device, as src/learn/zero/zero_pack.h describes them, indices as int32."""
    viewers: torch.Tensor
    facts: torch.Tensor
    globals: torch.Tensor
    global_numbers: torch.Tensor
    number_rows: torch.Tensor
    number_whats: torch.Tensor
    number_values: torch.Tensor
    move_samples: torch.Tensor
    move_starts: torch.Tensor
    parts: torch.Tensor
    tokens: torch.Tensor = None  # [n, most]: which tokens a sample has, -1 fills up; None: all, in their order


class _Some(NamedTuple):
    """The rows of a level where samples do not have all tokens."""
    near: torch.Tensor   # [n * rows * slots]: rows of the padded values
    mask: torch.Tensor   # [n, rows, 1]: 1 where there is one
    above: torch.Tensor  # [n, rows]: cell of the next level, or None


def _relations(places, groups: int):
    """The number of the learnt bias for every pair of tokens, as src/net/layer/layer_attention.c counts them."""
    reach, layers = 14, 3
    side = 2 * reach + 1
    first_layer = side * side
    first_group = first_layer + 2 * layers + 1
    a, b = places[:, None, :], places[None, :, :]
    step = (b - a).clip(-reach, reach)
    flat = (reach + step[..., 0]) * side + reach + step[..., 1]
    layer = first_layer + layers + (b - a)[..., 2].clip(-layers, layers)
    grouped = first_group + a[..., 3] * groups + b[..., 3]
    apart = (a[..., 3] != 0) | (b[..., 3] != 0)
    return numpy.where(apart, grouped, numpy.where(a[..., 2] != b[..., 2], layer, flat))


def _take_rows(x, rows):
    """x[rows]. Without gradients rows are moved 16 bytes at a time, which is several times as fast."""
    wide = not x.requires_grad and x.shape[1] * x.element_size() % 16 == 0
    return x.view(torch.complex128).index_select(0, rows).view(x.dtype) if wide else x.index_select(0, rows)


class Network(torch.nn.Module):
    """A network and its tables. All weights are views of one vector, `flat`, in the order of the file."""

    def __init__(self, path: str):
        super().__init__()
        self.tensors, self.texts = read_safetensors(path)
        self.encoding = json.loads(self.texts['encoding'])
        self.program = json.loads(self.texts['program'])
        weights = {name: array for name, array in self.tensors.items() if not name.startswith('table.')}
        self.shapes = {name: array.shape for name, array in weights.items()}
        flat = numpy.concatenate([array.reshape(-1).astype(numpy.float32) for array in weights.values()])
        self.flat = torch.nn.Parameter(torch.from_numpy(flat))
        self._tables()

    def _tables(self) -> None:
        e, tables = self.encoding, self.tensors
        players, tokens = e['players'], e['tokens']
        views = [{key: tables.get(f'table.view{p}.{key}') for key in
                  ('neighbours', 'places', 'fact_start', 'facts', 'numbers')} for p in range(1, players + 1)]
        near = numpy.stack([view['neighbours'] for view in views])
        near = numpy.where(near < 0, tokens, near)
        self._keep('near0', near)
        self._keep_grid(near)
        owners = [numpy.repeat(numpy.arange(tokens) + p * tokens, numpy.diff(view['fact_start']))
                  for p, view in enumerate(views)]
        self._keep('static_rows', numpy.concatenate(owners))
        self._keep('static_facts', numpy.concatenate([view['facts'] for view in views]))
        n = e['static_numbers']
        numbers = [view['numbers'] if n else numpy.zeros((tokens, 0), numpy.float32) for view in views]
        self.register_buffer('static_numbers', torch.from_numpy(numpy.concatenate(numbers)), persistent=False)
        if any(op['layer'] == 'attention' for op in self.program['ops']):
            groups = max(int(view['places'][:, 3].max()) for view in views) + 1
            self._keep('relations', numpy.stack([_relations(view['places'], groups) for view in views]))
        for level in range(1, e['levels'] + 1):
            cell_of = tables[f'table.level{level}.cell_of']
            near = tables[f'table.level{level}.neighbours'].reshape(players, -1, 9)
            cells = near.shape[1]
            self._keep(f'near{level}', numpy.where(near < 0, cells, near))
            self._keep(f'cell_of{level}', cell_of)
            members = numpy.zeros((cells, len(cell_of)), numpy.float32)
            members[cell_of, numpy.arange(len(cell_of))] = 1
            members /= numpy.maximum(members.sum(1, keepdims=True), 1)
            self.register_buffer(f'members{level}', torch.from_numpy(members), persistent=False)

    def _keep_grid(self, near) -> None:
        """The board as a grid, where it is one and all layers can do with it."""
        plain = {'embed', 'norm', 'linear', 'pool', 'moves'}
        self.grid = find_grid(near) if all(op['layer'] in plain for op in self.program['ops']) else None
        if self.grid:
            self._keep('grid_tokens', self.grid.tokens)
            self._keep('grid_cells', self.grid.cells)
            self._keep('grid_taps', self.grid.taps)
            there = torch.from_numpy((self.grid.tokens < near.shape[1]).astype(numpy.float32))
            self.full = bool(there.all())
            self.register_buffer('grid_there', there, persistent=False)

    def _keep(self, name: str, array) -> None:
        self.register_buffer(name, torch.from_numpy(numpy.ascontiguousarray(array, numpy.int64)), persistent=False)

    def weights(self, flat=None) -> dict:
        """The weights by name."""
        sizes = [int(numpy.prod(shape)) for shape in self.shapes.values()]
        parts = (self.flat if flat is None else flat).split(sizes)
        return {name: part.view(shape) for (name, shape), part in zip(self.shapes.items(), parts)}

    def prepared(self, flat) -> dict:
        """The weights, with what follows from them alone: for many batches evaluated without gradients."""
        found = self.weights(flat)
        for op in self.program['ops']:
            if op['layer'] == 'embed':
                found['prepared'] = self._tables_of(found, op)
            elif op['layer'] == 'linear' and op['slots'] > 1 and self.grid:
                name = op['params'][0]
                found['kernel ' + name] = self._kernel(found[name])
        return found

    def _kernel(self, weight):
        """The weights of neighbours as a 3 x 3 kernel."""
        slots = self.grid_taps.shape[0]
        parts = weight.view(slots, -1, weight.shape[1])
        kernel = parts.new_zeros(9, *parts.shape[1:]).index_add(0, self.grid_taps, parts)
        kernel = kernel.permute(2, 1, 0).reshape(weight.shape[1], -1, 3, 3)
        return kernel.contiguous(memory_format=torch.channels_last)

    def decays(self) -> torch.Tensor:
        """1 for weights that decay: matrices; 0 for gains and biases."""
        parts = [numpy.full(int(numpy.prod(shape)), len(shape) > 1, numpy.float32) for shape in self.shapes.values()]
        return torch.from_numpy(numpy.concatenate(parts))

    def write(self, path: str, steps: int) -> None:
        flat = self.flat.detach().float().cpu()
        tensors = {name: array.numpy() for name, array in self.weights(flat).items()}
        tensors.update({name: array for name, array in self.tensors.items() if name.startswith('table.')})
        write_safetensors(path, tensors, {**self.texts, 'steps': str(steps)})

    # ---- layers ------------------------------------------------------------------------------------

    def _base(self, w, names):
        """What never changes about the tokens: [players * tokens, channels]."""
        facts, numbers, _, _, bias = (w[name] for name in names)
        base = bias.expand(self.static_numbers.shape[0], -1)
        base = base.index_add(0, self.static_rows, facts[self.static_facts])
        return base + self.static_numbers.to(numbers.dtype) @ numbers[:self.static_numbers.shape[1]]

    def _tables_of(self, w, op):
        """The vectors of facts of tokens and of positions, none before the first, and what never changes."""
        facts, _, global_facts, _, _ = (w[name] for name in op['params'])
        none = facts.new_zeros(1, facts.shape[1])
        base = self._base(w, op['params']).view(-1, self.encoding['tokens'], facts.shape[1])
        return torch.cat([none, facts]), torch.cat([none, global_facts]), base

    def _embed(self, w, op, batch: Batch):
        _, numbers, _, global_numbers, _ = (w[name] for name in op['params'])
        facts, global_facts, base = w['prepared'] if 'prepared' in w else self._tables_of(w, op)
        n = batch.viewers.shape[0]
        tokens = self.encoding['tokens'] if batch.tokens is None else batch.tokens.shape[1]
        channels = facts.shape[1]
        x = F.embedding_bag(batch.facts.view(n * tokens, -1), facts, mode='sum', padding_idx=0)
        if batch.number_rows.shape[0]:
            more = numbers[batch.number_whats.long()] * batch.number_values[:, None].to(numbers.dtype)
            x = x.index_add(0, batch.number_rows.long(), more)
        all_of = F.embedding_bag(batch.globals, global_facts, mode='sum', padding_idx=0)
        if self.encoding['global_numbers']:
            all_of = all_of + batch.global_numbers.to(global_numbers.dtype) @ global_numbers
        view = batch.viewers.long() - 1
        base = base[view] if batch.tokens is None else base[view[:, None], batch.tokens.clamp(min=0)]
        return x.view(n, tokens, channels) + base + all_of[:, None, :]

    def _convolve(self, w, op, x, there):
        """Over neighbours, on the grid."""
        name, bias = op['params'][0], w[op['params'][1]]
        kernel = w['kernel ' + name] if 'kernel ' + name in w else self._kernel(w[name])
        n, cells, channels = x.shape
        if there is not None:
            x = x * there.to(x.dtype)
        x = x.view(n, self.grid.height, self.grid.width, channels).permute(0, 3, 1, 2)
        return F.conv2d(x, kernel, bias, padding=1).permute(0, 2, 3, 1).reshape(n, cells, -1)

    def _gather(self, w, op, x, near):
        """Over neighbours, wherever they are."""
        weight, bias = (w[name] for name in op['params'])
        n, rows, channels = x.shape
        padded = F.pad(x, (0, 0, 0, 1)).view(n * (rows + 1), channels)
        x = _take_rows(padded, near).view(n * rows, op['slots'] * channels)
        return torch.addmm(bias, x, weight).view(n, rows, -1)

    def _linear(self, w, op, values, near, gridded, there):
        weight, bias = (w[name] for name in op['params'])
        x = values[op['in']]
        if op['slots'] > 1 and gridded:
            y = self._convolve(w, op, x, there)
        elif op['slots'] > 1:
            y = self._gather(w, op, x, near(self.program['values'][op['in']][0]))
        else:
            y = torch.addmm(bias, x.reshape(-1, x.shape[-1]), weight).view(*x.shape[:-1], -1)
        if op['per_sample'] >= 0:
            y = y + values[op['per_sample']][:, None, :]
        if op['residual'] >= 0:
            y = y + values[op['residual']]
        return y.relu() if op['relu'] else y

    def _some_rows(self, batch: Batch):
        """For samples that do not have all tokens: the rows of every level."""
        tokens, view, most = batch.tokens, batch.viewers.long() - 1, self.encoding['tokens']
        n, width = tokens.shape
        real = tokens >= 0
        place = torch.full((n, most + 1), width, device=tokens.device)
        index = torch.arange(width, device=tokens.device).expand(n, width)
        place.scatter_(1, torch.where(real, tokens, most), torch.where(real, index, width))
        place[:, most] = width
        near = self.near0[view[:, None], tokens.clamp(min=0)]
        near = place.gather(1, near.view(n, -1))
        start = torch.arange(n, device=tokens.device)[:, None]
        levels, mask, cells = [], real[:, :, None].float(), tokens.clamp(min=0)
        for level in range(self.encoding['levels'] + 1):
            above = getattr(self, f'cell_of{level + 1}')[cells] if level < self.encoding['levels'] else None
            levels.append(_Some((near + start * (mask.shape[1] + 1)).view(-1), mask, above))
            if above is None:
                return levels
            table = getattr(self, f'near{level + 1}')
            mask = torch.zeros(n, table.shape[1], 1, device=tokens.device).scatter_reduce(1, above[:, :, None], mask, 'amax')
            near = table.view(table.shape[0], -1)[view]
            cells = torch.arange(table.shape[1], device=tokens.device).expand(n, -1)

    @staticmethod
    def _pool(x, mask):
        if mask is None:
            return torch.cat([x.mean(1), x.amax(1)], 1)
        most = torch.where(mask > 0, x, torch.full_like(x, torch.finfo(x.dtype).min)).amax(1)
        return torch.cat([(x * mask).sum(1) / mask.sum(1), most], 1)

    @staticmethod
    def _down(x, some: _Some, cells: int):
        above, mask = some.above[:, :, None], some.mask.to(x.dtype)
        sums = x.new_zeros(x.shape[0], cells, x.shape[2]).scatter_add(1, above.expand_as(x), x * mask)
        return sums / x.new_zeros(x.shape[0], cells, 1).scatter_add(1, above, mask).clamp(min=1)

    def _attention(self, w, op, x, batch: Batch, some):
        bias, = (w[name] for name in op['params'])
        viewers = batch.viewers
        n, tokens, width = x.shape
        heads = op['heads']
        q, k, v = (part.view(n, tokens, heads, -1).transpose(1, 2) for part in x.split(width // 3, dim=2))
        if some is None:
            mask = bias[self.relations].permute(0, 3, 1, 2)[viewers.long() - 1]
        else:
            at = batch.tokens.clamp(min=0)
            relations = self.relations[viewers.long()[:, None, None] - 1, at[:, :, None], at[:, None, :]]
            mask = bias[relations].permute(0, 3, 1, 2)
            mask = mask.masked_fill(some.mask.view(n, 1, 1, tokens) == 0, torch.finfo(mask.dtype).min)
        if hasattr(F, 'scaled_dot_product_attention'):
            y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        else:
            y = torch.softmax(q @ k.transpose(2, 3) * q.shape[3] ** -0.5 + mask, 3) @ v
        return y.transpose(1, 2).reshape(n, tokens, width // 3)

    @staticmethod
    def _norm(gain, x, relu: bool):
        if hasattr(F, 'rms_norm'):
            y = F.rms_norm(x, (x.shape[-1],), gain, 1e-5)
        else:
            y = x * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + 1e-5).to(x.dtype) * gain
        return y.relu() if relu else y

    @staticmethod
    def _moves(w, op, tokens, per_sample, batch: Batch):
        facts, weight = (w[name] for name in op['params'])
        width = facts.shape[1]
        table = torch.cat([facts, tokens.reshape(-1, width)])
        sums = F.embedding_bag(batch.parts, table, batch.move_starts, mode='sum')
        sums = sums + per_sample[batch.move_samples.long()]
        return sums.relu() @ weight

    def forward(self, batch: Batch, weights=None):
        """Logits of win, draw and loss of each player [n, players, 3], seen from the viewer; logits of the moves."""
        w = weights or self.weights()
        values, logits, found = {}, None, {}
        some = None if batch.tokens is None else self._some_rows(batch)

        gridded, there = self.grid is not None and batch.tokens is None, None
        if gridded:
            viewers, tokens = batch.viewers.long() - 1, self.encoding['tokens']
            cells = self.grid.height * self.grid.width
            first = torch.arange(viewers.shape[0], device=viewers.device)[:, None]
            onto = (self.grid_tokens[viewers] + first * (tokens + 1)).view(-1)
            back = (self.grid_cells[viewers] + first * cells).view(-1)
            there = None if self.full else self.grid_there[viewers][:, :, None]

        def mask(value: int):
            level = self.program['values'][value][0]
            if gridded:
                return None if there is None else there.to(values[value].dtype)
            return None if some is None or level < 0 else some[level].mask.to(values[value].dtype)

        def near(level: int):
            if some is not None:
                return some[level].near
            if level not in found:
                table = getattr(self, f'near{level}')
                rows = table.shape[1] + 1
                own = table.view(table.shape[0], -1)[batch.viewers.long() - 1]
                start = torch.arange(own.shape[0], device=own.device)[:, None] * rows
                found[level] = (own + start).view(-1)
            return found[level]

        for op in self.program['ops']:
            layer, out = op['layer'], op['out']
            if layer == 'embed':
                x = self._embed(w, op, batch)
                if gridded:
                    x = _take_rows(F.pad(x, (0, 0, 0, 1)).view(-1, x.shape[2]), onto).view(-1, cells, x.shape[2])
                values[out] = x
            elif layer == 'norm':
                values[out] = self._norm(w[op['params'][0]], values[op['in']], op['relu'])
            elif layer == 'linear':
                values[out] = self._linear(w, op, values, near, gridded, there)
            elif layer == 'pool':
                values[out] = self._pool(values[op['in']], mask(op['in']))
            elif layer == 'attention':
                values[out] = self._attention(w, op, values[op['in']], batch, some and some[0])
            elif layer == 'down':
                level = self.program['values'][out][0]
                x, members = values[op['in']], getattr(self, f'members{level}')
                values[out] = self._down(x, some[level - 1], len(members)) if some else members.to(x.dtype) @ x
            elif layer == 'up':
                level = self.program['values'][op['in']][0]
                x = values[op['in']]
                if some:
                    above = some[level - 1].above[:, :, None].expand(-1, -1, x.shape[2])
                    values[out] = values[op['residual']] + x.gather(1, above)
                else:
                    values[out] = values[op['residual']] + x[:, getattr(self, f'cell_of{level}')]
            elif layer == 'moves':
                x = values[op['in']]
                x = _take_rows(x.reshape(-1, x.shape[2]), back) if gridded else x
                logits = self._moves(w, op, x, values[op['per_sample']], batch)
            elif layer == 'places':
                logits = values[op['in']].reshape(-1)[batch.parts.long()]
            else:
                raise ValueError(f"the network has a layer '{layer}' that only `senet` runs")
            if some and layer != 'pool' and out >= 0 and mask(out) is not None:
                values[out] = values[out] * mask(out)
        players = self.encoding['players']
        return values[self.program['win_draw_loss']].view(-1, players, 3), logits

    # ---- what is made of the logits ------------------------------------------------------------------

    def players_of(self, viewers):
        """[n, players]: which output is about each player."""
        players = self.encoding['players']
        order = torch.arange(players, device=viewers.device)
        return (order[None, :] - (viewers.long() - 1)[:, None]) % players

    def values_of(self, outputs, viewers):
        """What each player may expect, -1 to 1: [n, players]."""
        chances = outputs.float().softmax(2)
        return (chances[:, :, 0] - chances[:, :, 2]).gather(1, self.players_of(viewers))


def losses(network: Network, outputs, logits, batch: Batch, policy, wdl):
    """Cross entropy of policy and of win, draw and loss, less the entropy of what is to be learnt."""
    n, index = outputs.shape[0], batch.move_samples.long()
    logits = logits.float()
    most = torch.full((n,), -1e30, device=logits.device).scatter_reduce(0, index, logits.detach(), 'amax')
    total = torch.zeros(n, device=logits.device).index_add(0, index, (logits - most[index]).exp())
    chances = logits - most[index] - total.log()[index]
    policy_loss = (torch.xlogy(policy, policy) - policy * chances).sum() / n
    order = network.players_of(batch.viewers)
    found = outputs.float().log_softmax(2).gather(1, order[:, :, None].expand(-1, -1, 3))
    value_loss = (torch.xlogy(wdl, wdl) - wdl * found).sum(2).mean()
    return policy_loss, value_loss
