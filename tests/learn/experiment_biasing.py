#!/usr/bin/env python3
"""The experiment on biased search, small: trainings and matches of every stage, rows, resuming, and the figure."""
import csv
import os
import subprocess
import sys
import xml.etree.ElementTree as tree

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'support'))
from tap import run_in_one_folder  # noqa: E402

SENET = os.environ['SENET']


def run(folder, *arguments):
    command = [SENET, 'experiment', 'biasing', '--out', 'out', '--game', 'Yavalath', '-n', '2', '--time', '0.001', '-j', '1',
               '--executor', 'interpreter', *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows(folder):
    with open(os.path.join(folder, 'out', 'biasing.csv'), encoding='utf-8') as file:
        return list(csv.DictReader(file))


def plays_features_made_by_hand(folder):
    out = run(folder, '--strategy', 'hand-made')
    assert [(row['strategy'], row['stage'], row['n']) for row in rows(folder)] == [('hand-made', 'hand', '2')]
    assert 'by hand 93 %' in out  # as published


def trains_and_plays_every_stage(folder):
    run(folder, '--strategy', 'combine-random', '--strategy', 'correlation', '--games', '2', '--iterations', '4')
    found = [(row['strategy'], row['stage'], row['games']) for row in rows(folder)[1:]]
    grown = [('correlation', stage, games) for games in '12' for stage in ('grow', 'greedy')]
    expected = grown + [('correlation', 'pruned', '0')]
    expected += [('combine-random', 'grow', '1'), ('combine-random', 'grow', '2'), ('combine-random', 'pruned', '0')]
    assert sorted(found) == sorted(expected), found
    for row in rows(folder):
        assert 0 <= float(row['low']) <= float(row['score']) <= float(row['high']) <= 1
        assert (float(row['slowdown']) > 0) == (row['stage'] != 'greedy')


def goes_on_where_it_stopped(folder):
    before = rows(folder)
    run(folder, '--strategy', 'correlation', '--strategy', 'hand-made', '--games', '2', '--iterations', '4')
    assert rows(folder) == before


def draws_curves(folder):
    root = tree.parse(os.path.join(folder, 'out', 'biasing.svg')).getroot()
    lines = [node for node in root.iter() if node.tag.endswith('polyline') and node.get('points')]
    assert len(lines) == 2 and all(len(line.get('points').split()) == 2 for line in lines)


run_in_one_folder([plays_features_made_by_hand, trains_and_plays_every_stage, goes_on_where_it_stopped, draws_curves])
