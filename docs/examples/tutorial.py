"""A first walk through the Python package; the tests run it. Each part can be pasted into an interactive session."""
import threading

import senet

# --- a game by its name, and a position -----------------------------------------------------------
game = senet.load_game('Breakthrough')
state = game.new_initial_state()
print(state)
print(game.num_players(), 'players,', len(state.legal_actions()), 'legal moves')

# --- moves as people write them -------------------------------------------------------------------
state.apply_action(state.string_to_action('A2-A3'))
print([state.action_to_string(action) for action in state.legal_actions()][:4])
state.undo_action()

# --- random games on two threads ------------------------------------------------------------------
lengths = {}


def play(number):
    copy = game.new_initial_state(seed=number)
    while not copy.is_terminal():
        copy.apply_random()
    lengths[number] = copy.move_number()


threads = [threading.Thread(target=play, args=(number,)) for number in (1, 2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print('two games of', sorted(lengths.values())[0] > 0 and 'some', 'moves')

# --- a search -------------------------------------------------------------------------------------
action, report = game.agent('uct:iterations=300').analyse(state)
print('best:', state.action_to_string(action), 'after', report['iterations'], 'iterations')

# --- playouts and a match -------------------------------------------------------------------------
totals = senet.playouts(state, 200, threads=2)
print('200 random games from here:', totals['wins'], 'won, mean length', round(totals['moves'] / totals['games']))
result = senet.match(game, ['uct:iterations=50', 'random'], n=4)
print('a search of 50 iterations against chance: score', result['agents'][0]['score'])
print(game.name(), 'is played by', game.facts()['agent']['name'], 'by default')

# --- chance nodes, as in OpenSpiel -----------------------------------------------------------------
dice = senet.load_game('Backgammon').new_initial_state(explicit_chance=True)
assert dice.is_chance_node() and dice.current_player() == senet.CHANCE_PLAYER
outcomes = dice.chance_outcomes()
print(len(outcomes), 'throws, of probability', round(sum(p for _, p in outcomes), 6), 'together')
dice.apply_action(outcomes[0][0])
print(len(dice.legal_actions()), 'moves after the first of them')

# --- text, planes, pictures -----------------------------------------------------------------------
again = game.deserialize_state(state.serialize())
assert again.legal_actions() == state.legal_actions()
print('planes:', game.observation_tensor_shape(), 'sum', sum(state.observation_tensor()))
assert state.svg().startswith('<svg')

# --- many games at once ---------------------------------------------------------------------------
env = game.vector_env(256)
env.step_random(50)
print('256 games,', sum(env.done) >= 0 and 'stepped', 'together')

# --- mistakes are explained -----------------------------------------------------------------------
try:
    senet.load_game(text='(game "A" (plyers 2))')
except senet.Error as error:
    print(str(error).splitlines()[0])
