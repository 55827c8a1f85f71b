"""What holds for every game, seen from Python: random simulation with clone, serialise, undo, legal mask and returns.

    generic.py [--library DIR] [--plies N] [GAME...]     default: Senet's own games
Prints TAP; one test per game.
"""
import argparse
import random
import sys

import senet

PARSER = argparse.ArgumentParser()
PARSER.add_argument('games', nargs='*')
PARSER.add_argument('--library', action='append', default=[])
PARSER.add_argument('--plies', type=int, default=12)


def same(a, b):
    assert a.legal_actions() == b.legal_actions(), 'legal actions differ'
    assert a.current_player() == b.current_player() and a.is_terminal() == b.is_terminal(), 'mover differs'
    assert a.hash() == b.hash(), 'hashes differ'


def check_actions(state):
    actions = state.legal_actions()
    assert actions and actions == sorted(set(actions)), 'actions are sorted and different'
    mask = state.legal_actions_mask()
    assert {a % len(mask) for a in actions} == {i for i, bit in enumerate(mask) if bit}, 'the mask is that of the actions'
    for action in actions[:3]:
        assert state.string_to_action(state.action_to_string(action)) == action, 'texts lead back'
    return actions


def check_step(game, state, action):
    before, clone = state.clone(), state.clone()
    clone.apply_action(action)
    again = game.deserialize_state(state.serialize())
    assert again.serialize() == state.serialize(), 'written, read and written again'
    assert again.legal_actions() == state.legal_actions() or game.is_stochastic(), 'read positions go on alike'
    state.apply_action(action)
    same(state, clone)
    state.undo_action()
    same(state, before)
    state.apply_action(action)
    same(state, clone)


def check_returns(game, state):
    returns = state.returns()
    assert len(returns) == game.num_players() and all(-1 <= value <= 1 for value in returns), 'returns in [-1, 1]'
    assert state.legal_actions() == [] and state.current_player() < 0, 'nothing to do at the end'


def check_game(name, libraries, plies):
    game = senet.load_game(name, library=libraries)
    if game.is_simultaneous():
        return
    state, choice = game.new_initial_state(3), random.Random(5)
    for _ in range(plies):
        if state.is_terminal():
            break
        check_step(game, state, choice.choice(check_actions(state)))
    while not state.is_terminal() and state.move_number() < 3000:
        state.apply_random()
    if state.is_terminal():
        check_returns(game, state)


def main():
    arguments = PARSER.parse_args()
    games = arguments.games or [name for name in senet.registered_names()]
    failed = 0
    for number, name in enumerate(games, 1):
        try:
            check_game(name, arguments.library, arguments.plies)
            print(f'ok {number} - {name}')
        except (AssertionError, senet.Error) as error:
            failed += 1
            print(f'not ok {number} - {name}\n# {error}')
        sys.stdout.flush()
    print(f'1..{len(games)}')
    sys.exit(1 if failed else 0)


main()
