"""Trains a network by self-play on a GPU: python -m senet.train GAME --out DIR --time 600

C threads play thousands of games at once and write the positions to be evaluated into arrays; PyTorch evaluates one half
of the games while the threads advance the other, and trains on the samples of finished games meanwhile. The folder is
the same as that of `senet train GAME --net --out DIR`; a run that was interrupted goes on when it is started again. The
result is the agent `net:model=DIR`.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import contextlib
import json
import math
import os
import sys
import threading
import time

try:
    import numpy
    import torch
except ImportError as missing:
    sys.exit(f'senet.train: there is no {missing.name}; training on a GPU needs PyTorch and NumPy '
             '(`senet train --net` trains without)')

import senet
from senet.network import Batch, Network, losses, read_safetensors, write_safetensors

_ARRAYS = (('uint16', 'int16'), ('uint16', 'int16'), ('uint16', 'int16'), ('float32', 'float32'), ('int32', 'int32'),
           ('int32', 'int32'), ('float32', 'float32'), ('int32', 'int32'), ('int32', 'int32'), ('int32', 'int32'))


class Buffers:
    """Memory for the arrays of a batch, on the host (pinned) and on the device; grows as needed."""

    def __init__(self, encoding: dict, device):
        self.encoding, self.device = encoding, device
        self.host, self.event = {}, None

    def room(self, name, count: int, dtype):
        tensor = self.host.get(name)
        if tensor is None or tensor.numel() < count:
            pin = self.device.type == 'cuda'
            tensor = torch.empty(max(count + count // 4, 1), dtype=dtype, pin_memory=pin)
            self.host[name] = tensor
        return tensor[:count]

    def arrays(self, sizes):
        n, moves, parts, numbers, facts, globals_ = sizes
        e = self.encoding
        counts = (n, n * e['tokens'] * facts, n * globals_, n * e['global_numbers'], numbers, numbers, numbers, moves,
                  moves, parts)
        self.parts = [self.room(i, count, getattr(torch, _ARRAYS[i][1])) for i, count in enumerate(counts)]
        return [part.numpy() for part in self.parts]

    def to_device(self, sizes) -> Batch:
        n, _, _, _, facts, globals_ = sizes
        moved = [part.to(self.device, non_blocking=True) for part in self.parts]
        for i in range(3):  # numbers of facts are unsigned: those above 32767 look negative
            moved[i] = moved[i].int() if self.encoding['facts'] < 32767 else moved[i].int() & 0xffff
        moved[1] = moved[1].view(n * self.encoding['tokens'], facts)
        moved[2] = moved[2].view(n, globals_)
        moved[3] = moved[3].view(n, self.encoding['global_numbers'])
        return Batch(*moved)


class Turns:
    """A lock for the threads of C, which one call uses at a time: who learns goes before those who play, so that learning keeps up
    however many games there are."""

    def __init__(self):
        self.condition, self.busy, self.urgent = threading.Condition(), False, 0

    def take(self, urgent: bool) -> None:
        with self.condition:
            self.urgent += urgent
            self.condition.wait_for(lambda: not self.busy and (urgent or not self.urgent))
            self.urgent -= urgent
            self.busy = True

    def give(self) -> None:
        with self.condition:
            self.busy = False
            self.condition.notify_all()

    @contextlib.contextmanager
    def first(self):
        """With the lock, before those who play."""
        self.take(True)
        try:
            yield
        finally:
            self.give()

    def __enter__(self):
        self.take(False)

    def __exit__(self, *_):
        self.give()


class Optimiser:
    """AdamW over the vector of all weights, as src/net/net_train.c does it."""

    def __init__(self, network: Network, decay=1e-2, beta1=0.9, beta2=0.99, epsilon=1e-8, clip=5.0):
        self.network, self.decay, self.clip = network, decay, clip
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon
        self.moment1 = torch.zeros_like(network.flat)
        self.moment2 = torch.zeros_like(network.flat)
        self.decays = network.decays().to(network.flat.device)
        self.steps = 0

    @torch.no_grad()
    def step(self, rate: float) -> None:
        flat = self.network.flat
        d = flat.grad
        d = d * (self.clip / (d.norm() + 1e-12)).clamp(max=1)
        self.steps += 1
        self.moment1.lerp_(d, 1 - self.beta1)
        self.moment2.lerp_(d * d, 1 - self.beta2)
        bias1, bias2 = 1 - self.beta1 ** self.steps, 1 - self.beta2 ** self.steps
        flat.mul_(1 - rate * self.decay * self.decays)
        flat.addcdiv_(self.moment1, (self.moment2 / bias2).sqrt_().add_(self.epsilon), value=-rate / bias1)
        flat.grad = None

    def write(self, path: str) -> None:
        texts = {key: self.network.texts[key] for key in ('arch', 'fingerprint')}
        texts.update(format='senet-trainer-1', steps=str(self.steps))
        write_safetensors(path, {'moment1': self.moment1.cpu().numpy(), 'moment2': self.moment2.cpu().numpy()}, texts)

    def read(self, path: str) -> None:
        tensors, texts = read_safetensors(path)
        for name in ('moment1', 'moment2'):
            getattr(self, name).copy_(torch.from_numpy(tensors[name]))
        self.steps = int(texts['steps'])


class Run:
    """A training run and its folder."""

    COUNTERS = ('generation', 'oldest', 'games', 'moves', 'samples', 'evaluations', 'steps', 'drawn', 'decided',
                'checkpoint')

    def __init__(self, args):
        self.args = args
        self.device = torch.device(args.device)
        self.game = game = senet.load_game(args.game, options=args.option, library=args.library)
        os.makedirs(os.path.join(args.out, 'replay'), exist_ok=True)
        self.state = self.read_state()
        seed = args.seed + 1000003 * self.state['generation']
        settings = f'seed={seed},games={args.flight},groups={args.groups},threads={args.threads},' \
                   f'simulations={args.simulations},outcome={args.outcome}' + (f',{args.settings}' if args.settings else '')
        self.play = game._core.selfplay(settings)
        self.about = json.loads(self.play.describe())
        self.open_network()
        self.curve = self.read_curve()
        self.losses = torch.zeros(3, device=self.device)
        self.owed = 0.0
        self.threads = Turns()

    # ---- the folder ----------------------------------------------------------------------------------

    def path(self, name: str) -> str:
        return os.path.join(self.args.out, name)

    def read_state(self) -> dict:
        new = {name: 0 for name in self.COUNTERS}
        new.update(seconds=0.0, oldest=1)
        if not os.path.exists(self.path('run.json')):
            return new
        with open(self.path('run.json'), encoding='utf-8') as file:
            return {**new, **json.load(file)}

    def open_network(self) -> None:
        state, args = self.state, self.args
        if state['checkpoint']:
            if state['fingerprint'] != self.about['fingerprint']:
                sys.exit(f'senet.train: {args.out} is a run of {state["game"]} with other rules or options')
            path = self.path(f'checkpoint-{state["checkpoint"]}.safetensors')
        elif args.begin:
            path = os.path.join(args.begin, 'model.safetensors') if os.path.isdir(args.begin) else args.begin
            if read_safetensors(path)[1].get('fingerprint') != self.about['fingerprint']:
                sys.exit(f'senet.train: {path} is of another game, or of other rules or options')
        else:
            path = self.path('first.safetensors')
            self.play.model(args.arch, args.seed, ';'.join(args.option), path)
        self.network = Network(path).to(self.device)
        self.optimiser = Optimiser(self.network)
        if state['checkpoint']:
            self.optimiser.read(self.path(f'optimiser-{state["checkpoint"]}.safetensors'))
            self.read_replay()
        elif not args.begin:
            os.remove(path)
        state.update(game=self.about['game'], options=';'.join(args.option), arch=self.network.texts['arch'],
                     kind='tokens', seed=args.seed, fingerprint=self.about['fingerprint'])

    def read_replay(self) -> None:
        number = max(self.state['oldest'], 1)
        while number <= self.state['generation'] or os.path.exists(self.path(f'replay/{number:08d}.samples')):
            try:
                if os.path.exists(self.path(f'replay/{number:08d}.samples')):
                    self.play.read(self.args.out, number)
            except senet.Error as error:
                print(error, file=sys.stderr)
            number += 1
        self.state['generation'] = number - 1

    def save(self) -> None:
        state, old = self.state, self.state['checkpoint']
        number = old + 1
        self.network.texts['trained'] = f'{self.seconds():.0f} s, {state["games"]} games, ' \
            f'{state["evaluations"] / 1e6:.1f} million positions, {self.args.threads or os.cpu_count()} threads, ' \
            f'{torch.cuda.get_device_name() if self.device.type == "cuda" else "no GPU"}'
        self.network.write(self.path(f'checkpoint-{number}.safetensors'), self.optimiser.steps)
        self.optimiser.write(self.path(f'optimiser-{number}.safetensors'))
        state.update(checkpoint=number, steps=self.optimiser.steps, seconds=self.seconds())
        with open(self.path('run.json.new'), 'w', encoding='utf-8') as file:
            json.dump(state, file)
            file.write('\n')
        os.replace(self.path('run.json.new'), self.path('run.json'))
        self.network.write(self.path('model.safetensors'), self.optimiser.steps)
        with open(self.path('curve.csv.new'), 'w', encoding='utf-8') as file:
            file.writelines(self.curve)
        os.replace(self.path('curve.csv.new'), self.path('curve.csv'))
        self.remove_old()
        for name in (f'checkpoint-{old}.safetensors', f'optimiser-{old}.safetensors'):
            if old and os.path.exists(self.path(name)):
                os.remove(self.path(name))

    def read_curve(self) -> list:
        head = 'seconds,games,samples,steps,games_per_second,evaluations_per_second,policy_loss,value_loss,length,' \
               'drawn,rating\n'
        if not os.path.exists(self.path('curve.csv')):
            return [head]
        with open(self.path('curve.csv'), encoding='utf-8') as file:
            return file.readlines()

    # ---- time ----------------------------------------------------------------------------------------

    def seconds(self) -> float:
        return self.before + time.monotonic() - self.began

    def progress(self) -> float:
        done = self.seconds() / self.args.time if self.args.time else 0
        if self.args.games:
            done = max(done, self.state['games'] / self.args.games)
        return min(done, 1)

    def learning_rate(self) -> float:
        args = self.args
        warm = min(1, (self.optimiser.steps + 1) / 100)
        return warm * (args.last_rate + (args.rate - args.last_rate) * (1 + math.cos(math.pi * self.progress())) / 2)

    # ---- games ---------------------------------------------------------------------------------------

    @torch.no_grad()
    def ask(self, group: int, buffers: Buffers) -> None:
        """Advances the games of a group and lets the device evaluate what they ask for."""
        with self.threads:
            sizes = self.play.advance(group)
            self.play.pack(group, buffers.arrays(sizes))
        batch = buffers.to_device(sizes)
        outputs, logits = self.network(batch, self.weights)
        values = self.network.values_of(outputs, batch.viewers)
        buffers.values = buffers.room('values', values.numel(), torch.float32)
        buffers.logits = buffers.room('logits', logits.numel(), torch.float32)
        buffers.values.copy_(values.reshape(-1), non_blocking=True)
        buffers.logits.copy_(logits.float(), non_blocking=True)
        if self.device.type == 'cuda':
            buffers.event = torch.cuda.Event(blocking=True)  # waiting must not take a processor from the games
            buffers.event.record()

    def answer(self, group: int, buffers: Buffers) -> None:
        if buffers.event is not None:
            buffers.event.synchronize()
        with self.threads:
            self.play.answer(group, buffers.values.numpy(), buffers.logits.numpy())

    def drive(self, group: int) -> None:
        """Plays the games of a group, until told to stop: each group has a thread, so that one is evaluated and another
        given to the device while the threads of C advance a third."""
        buffers = Buffers(self.about, self.device)
        while not self.stop:
            self.ask(group, buffers)
            self.answer(group, buffers)

    def keep(self) -> None:
        """Takes the games that ended, and forgets samples that left the window."""
        state, args = self.state, self.args
        with self.threads.first():
            games, moves, evaluations, samples, drawn = self.play.keep(args.out, state['generation'] + 1)
        if samples:
            state['generation'] += 1
        for name, more in (('games', games), ('moves', moves), ('evaluations', evaluations), ('samples', samples),
                           ('drawn', drawn), ('decided', games - drawn)):
            state[name] += more
        self.recent = [a + b for a, b in zip(self.recent, (games, moves, evaluations, drawn))]
        self.owed += samples * args.reuse / args.batch
        n, c = state['samples'], args.window
        window = c if n <= c else c * (1 + 0.4 * ((n / c) ** 0.75 - 1) / 0.75)
        with self.threads.first():
            self.held, oldest = self.play.trim(int(window))
        state['oldest'] = max(state['oldest'], oldest)

    def remove_old(self) -> None:
        """Removes the files of samples that left the window, once run.json says so."""
        number = self.state['oldest'] - 1
        while number > 0 and os.path.exists(self.path(f'replay/{number:08d}.samples')):
            os.remove(self.path(f'replay/{number:08d}.samples'))
            number -= 1

    # ---- learning ------------------------------------------------------------------------------------

    def learn(self, buffers: Buffers) -> None:
        """One step."""
        args = self.args
        if buffers.event is not None:
            buffers.event.synchronize()
        players, ended = self.about['players'], self.state['drawn'] + self.state['decided']
        with self.threads.first():
            sizes = self.play.draw(args.batch)
            arrays = buffers.arrays(sizes)
            policy = buffers.room('policy', sizes[1], torch.float32)
            wdl = buffers.room('wdl', sizes[0] * players * 3, torch.float32)
            self.play.pack_drawn(self.state['drawn'] / max(ended, 1), arrays, policy.numpy(), wdl.numpy())
        batch = buffers.to_device(sizes)
        policy = policy.to(self.device, non_blocking=True)
        wdl = wdl.to(self.device, non_blocking=True).view(-1, players, 3)
        if self.device.type == 'cuda':
            buffers.event = torch.cuda.Event(blocking=True)  # waiting must not take a processor from the games
            buffers.event.record()
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == 'cuda'):
            outputs, logits = self.network(batch)
        policy_loss, value_loss = losses(self.network, outputs, logits, batch, policy, wdl)
        (policy_loss + value_loss).backward()
        self.optimiser.step(self.learning_rate())
        self.losses += torch.stack([policy_loss.detach(), value_loss.detach(), torch.ones((), device=self.device)])
        self.owed -= 1

    @torch.no_grad()
    def refresh(self) -> None:
        """The games go on with the newest weights: a copy, as batches under way still use the old ones."""
        kind = getattr(torch, self.args.precision)
        self.weights = self.network.prepared(self.network.flat.detach().to(kind, copy=True))

    # ---- the loop ------------------------------------------------------------------------------------

    def report(self) -> None:
        now = self.seconds()
        passed = max(now - self.reported, 1e-9)
        games, moves, evaluations, drawn = self.recent
        policy_loss, value_loss, n = self.losses.tolist()
        row = (f'{now:.1f},{self.state["games"]},{self.state["samples"]},{self.optimiser.steps},{games / passed:.3f},'
               f'{evaluations / passed:.0f},{policy_loss / max(n, 1):.4f},{value_loss / max(n, 1):.4f},'
               f'{moves / max(games, 1):.1f},{drawn / max(games, 1):.3f},\n')
        self.curve.append(row)
        print(f'{now:6.0f} s: {self.state["games"]} games ({games / passed:.1f}/s, {evaluations / passed:.0f} positions/s, '
              f'{moves / max(games, 1):.0f} moves, {100 * drawn / max(games, 1):.0f} % undecided), {self.state["samples"]} samples ({self.held} held), '
              f'step {self.optimiser.steps}, policy loss {policy_loss / max(n, 1):.3f}, '
              f'value loss {value_loss / max(n, 1):.3f}', file=sys.stderr, flush=True)
        self.reported, self.recent = now, [0, 0, 0, 0]
        self.losses.zero_()

    def rate(self) -> None:
        """A match of the finished network against another agent, on threads of the CPU."""
        args = self.args
        agents = [f'net:model="{args.out}",simulations={args.simulations}', args.opponent]
        with concurrent.futures.ThreadPoolExecutor(args.threads or os.cpu_count()) as pool:
            points = list(pool.map(lambda i: self.play_one(agents, i), range(args.rating_games)))
        share = sum(points) / len(points)
        self.curve[-1] = self.curve[-1].rstrip('\n') + f'{share:.4f}\n'
        print(f'{100 * share:.1f} % of the points against {args.opponent} in {len(points)} games', file=sys.stderr)
        self.save()

    def play_one(self, agents, number: int) -> float:
        """What the first agent gets in one game, from 0 to 1."""
        players = self.game.num_players()
        seats = [(seat + number) % len(agents) for seat in range(players)]
        seated = [self.game.agent(agents[which], self.args.seed + number) for which in seats]
        state = self.game.new_initial_state(self.args.seed, number)
        while not state.is_terminal():
            state.apply_action(seated[state.current_player()].step(state))
        own = [(value + 1) / 2 for value, which in zip(state.returns(), seats) if which == 0]
        return sum(own) / len(own)

    def train(self) -> None:
        args = self.args
        self.before, self.began = self.state['seconds'], time.monotonic()
        self.reported, self.recent, self.held = self.seconds(), [0, 0, 0, 0], 0
        self.refresh()
        print(f'{self.network.texts["arch"]}: {self.about["tokens"]} tokens, {self.network.flat.numel()} weights, '
              f'{self.about["symmetries"]} symmetries of the rules, {self.device}', file=sys.stderr)
        self.stop, groups = False, self.about['groups']
        with concurrent.futures.ThreadPoolExecutor(groups) as pool:
            players = [pool.submit(self.drive, group) for group in range(groups)]
            try:
                self.learn_until_done(players)
            finally:
                self.stop = True
        for player in players:
            player.result()
        self.keep()
        self.report()
        self.save()
        if args.rating_games:
            self.rate()

    def learn_until_done(self, players) -> None:
        """Trains, keeps finished games, reports and saves, while the games go on."""
        args, learning = self.args, [Buffers(self.about, self.device) for _ in range(3)]
        kept = saved = time.monotonic()
        while (self.progress() < 1 or not (args.time or args.games)) and not any(p.done() for p in players):
            if self.held >= args.batch and self.owed >= 1:
                self.learn(learning[self.optimiser.steps % len(learning)])
                if self.optimiser.steps % args.refresh == 0:
                    self.refresh()
            else:
                time.sleep(0.01)
            now = time.monotonic()
            if now - kept >= args.keep:
                self.keep()
                kept = now
            if self.seconds() - self.reported >= args.report:
                self.report()
            if now - saved >= args.checkpoint:
                self.save()
                saved = now


def arguments(words=None):
    parser = argparse.ArgumentParser(prog='python -m senet.train', description=__doc__.split('\n')[0])
    parser.add_argument('game')
    parser.add_argument('--out', required=True, help='the folder of the run')
    parser.add_argument('--option', action='append', default=[], help="an item of the game's options")
    parser.add_argument('--library', action='append', default=[], help='a folder or .jar with more games')
    parser.add_argument('--time', type=float, default=0, help='seconds in all')
    parser.add_argument('--games', type=int, default=0, help='games in all')
    parser.add_argument('--arch', default='graph:blocks=4,channels=32')
    parser.add_argument('--from', dest='begin', help='begins with the weights of this network, a file or the folder of a run')
    parser.add_argument('--simulations', type=int, default=64)
    parser.add_argument('--settings', default='', help='more settings of self-play, name=value,...')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--threads', type=int, default=0, help='0: one per processor')
    parser.add_argument('--flight', type=int, default=2048, help='games played at the same time')
    parser.add_argument('--groups', type=int, default=2)
    parser.add_argument('--batch', type=int, default=2048, help='samples of a training step')
    parser.add_argument('--reuse', type=float, default=4, help='how often a sample is learnt from on average')
    parser.add_argument('--window', type=int, default=50000, help='samples of the first window')
    parser.add_argument('--rate', type=float, default=3e-3)
    parser.add_argument('--last-rate', type=float, default=1e-4)
    parser.add_argument('--outcome', type=float, default=0.6, help='share of the outcome in the value to learn')
    parser.add_argument('--refresh', type=int, default=4, help='steps until the games get the new weights')
    parser.add_argument('--keep', type=float, default=1, help='seconds between replay files')
    parser.add_argument('--report', type=float, default=10, help='seconds between reports')
    parser.add_argument('--checkpoint', type=float, default=30, help='seconds between checkpoints')
    parser.add_argument('--opponent', default='uct:iterations=1000', help='of the match at the end')
    parser.add_argument('--rating-games', type=int, default=0, help='games of that match')
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    parser.add_argument('--precision', choices=('float16', 'float32'),
                        help='of evaluations in games; default float16 on a GPU, float32 elsewhere')
    args = parser.parse_args(words)
    args.precision = args.precision or ('float32' if args.device == 'cpu' else 'float16')
    return args


if __name__ == '__main__':
    Run(arguments()).train()
