"""A PettingZoo environment (AEC) for any game in which players take turns, with action_mask. Needs numpy; gymnasium and
pettingzoo are used where they are installed.

    env = senet.pettingzoo.env('Breakthrough')
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.sample(observation)
        env.step(action)
"""
from __future__ import annotations

import functools

import numpy

import senet

try:
    from pettingzoo import AECEnv
except ImportError:
    class AECEnv:
        """What is used of PettingZoo's class where it is not installed."""

        def last(self, observe: bool = True):
            agent = self.agent_selection
            seen = self.observe(agent) if observe else None
            return (seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent],
                    self.infos[agent])

        def agent_iter(self, max_iter: int = 2 ** 63):
            for _ in range(max_iter):
                if not self.agents:
                    return
                yield self.agent_selection

        def _accumulate_rewards(self):
            for agent, reward in self.rewards.items():
                self._cumulative_rewards[agent] += reward

        def _clear_rewards(self):
            for agent in self.rewards:
                self.rewards[agent] = 0

        def _was_dead_step(self, action):
            if action is not None:
                raise ValueError('when an agent is dead, the only valid action is None')
            agent = self.agent_selection
            self.agents.remove(agent)
            for table in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
                del table[agent]
            if self.agents:
                self.agent_selection = self.agents[0]

try:
    from gymnasium import spaces
except ImportError:
    spaces = None


class SenetEnv(AECEnv):
    """One game of Senet."""
    metadata = {'render_modes': ['ansi', 'svg'], 'name': 'senet_v0', 'is_parallelizable': False}

    def __init__(self, game, render_mode=None):
        super().__init__()
        self.game = senet.load_game(game) if isinstance(game, str) else game
        if self.game.is_simultaneous():
            raise senet.Error('players of this game move at the same time')
        self.render_mode = render_mode
        self.possible_agents = [f'player_{p}' for p in range(self.game.num_players())]
        self.agents = []
        self._shape = tuple(self.game.observation_tensor_shape())
        self._n_actions = self.game.num_distinct_actions()

    # Each agent has one space of each kind, always the same object, so that seeding it has an effect.
    @functools.lru_cache(maxsize=None)
    def observation_space(self, agent):
        if spaces is None:
            raise senet.Error('spaces need gymnasium')
        return spaces.Dict({'observation': spaces.Box(0, numpy.inf, self._shape, numpy.float32),
                            'action_mask': spaces.Box(0, 1, (self._n_actions,), numpy.int8)})

    @functools.lru_cache(maxsize=None)
    def action_space(self, agent):
        if spaces is None:
            raise senet.Error('spaces need gymnasium')
        return spaces.Discrete(self._n_actions)

    def reset(self, seed=None, options=None):
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.state_ = self.game.new_initial_state(1 if seed is None else seed)
        self._select()

    def _select(self):
        if not self.state_.is_terminal():
            self.agent_selection = self.possible_agents[self.state_.current_player()]

    def observe(self, agent):
        planes = numpy.zeros(self._shape, numpy.float32)
        self.state_.observation_tensor(self.possible_agents.index(agent), out=planes)
        mask = numpy.zeros(self._n_actions, numpy.int8)
        if not self.state_.is_terminal() and self.possible_agents[self.state_.current_player()] == agent:
            for action in self.state_.legal_actions():
                mask[action % self._n_actions] = 1
        return {'observation': planes, 'action_mask': mask}

    def sample(self, observation, random=numpy.random):
        """A random action that the mask allows."""
        return int(random.choice(numpy.flatnonzero(observation['action_mask'])))

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.state_.apply_action(int(action))
        if self.state_.is_terminal():
            for player, value in enumerate(self.state_.returns()):
                self.rewards[self.possible_agents[player]] = value
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self):
        return self.state_.svg() if self.render_mode == 'svg' else str(self.state_)

    def close(self):
        pass


def env(game, render_mode=None):
    """The environment of a game, by name or as a senet.Game."""
    return SenetEnv(game, render_mode)
