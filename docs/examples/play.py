"""Random games on two threads, then a game between a search and chance, with its boards: play.py [GAME]."""
import sys
from concurrent.futures import ThreadPoolExecutor
import senet


def random_game(number):
    state = game.new_initial_state(seed=number)
    while not state.is_terminal():
        state.apply_random()
    return state.returns()[0]


game = senet.load_game(sys.argv[1] if len(sys.argv) > 1 else 'Breakthrough')
with ThreadPoolExecutor(2) as pool:
    print('the first player wins', sum(value > 0 for value in pool.map(random_game, range(100))), 'of 100 random games')
state, agents = game.new_initial_state(), [game.agent('uct:iterations=200'), game.agent('random')]
while not state.is_terminal():
    state.apply_action(agents[state.current_player()].step(state))
    print(state)
print('returns', state.returns())
