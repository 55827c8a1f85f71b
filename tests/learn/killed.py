"""A training run that is killed again and again loses nothing that had ended. Prints TAP."""
import json
import os
import random
import subprocess
import tempfile
import time

SENET, KILLS = os.environ['SENET'], 4
COMMAND = [SENET, 'train', 'Tic-Tac-Toe', '--net', '--arch', 'graph:blocks=1,channels=8', '--opponent', 'none',
           '--simulations', '8', '--threads', '2', '--net-settings', 'checkpoint=0.2']


def numbers(folder):
    replay = os.path.join(folder, 'replay')
    return sorted(int(name.split('.')[0]) for name in os.listdir(replay) if name.endswith('.samples'))


def state_of(folder):
    with open(os.path.join(folder, 'run.json'), encoding='utf-8') as file:
        return json.load(file)


def wait_for_progress(process, folder, checkpoint):
    """Until a checkpoint newer than this one is there, and a little longer."""
    for _ in range(600):
        assert process.poll() is None, process.stderr.read()
        if os.path.exists(os.path.join(folder, 'run.json')) and state_of(folder)['checkpoint'] > checkpoint:
            break
        time.sleep(0.05)
    time.sleep(random.random() / 3)


print(f'1..{KILLS + 1}')
random.seed(1)
with tempfile.TemporaryDirectory() as place:
    run, games, newest, checkpoint = os.path.join(place, 'run'), 0, 0, 0
    for i in range(1, KILLS + 1):
        process = subprocess.Popen([*COMMAND, '--games', '100000000', '--out', run], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        wait_for_progress(process, run, checkpoint)
        process.kill()
        said = process.communicate()[1]
        state, files = state_of(run), numbers(run)
        whole = os.path.exists(os.path.join(run, f'checkpoint-{state["checkpoint"]}.safetensors'))
        more = state['games'] > games and files[-1] >= newest
        good = whole and more and 'cannot be used' not in said
        print(f'{"ok" if good else "not ok"} {i} - killed after {state["games"]} games')
        games, newest, checkpoint = state['games'], files[-1], state['checkpoint']
    done = subprocess.run([*COMMAND, '--games', str(games + 1), '--out', run], text=True, stderr=subprocess.PIPE,
                          check=False, stdout=subprocess.DEVNULL)
    good = done.returncode == 0 and 'cannot be used' not in done.stderr and state_of(run)['games'] > games
    print(f'{"ok" if good else "not ok"} {KILLS + 1} - and it ends as it should')
