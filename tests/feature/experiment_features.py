#!/usr/bin/env python3
"""The experiment on features, small: it measures, keeps rows, goes on where it stopped, and draws its figure."""
import csv
import os
import subprocess
import sys
import xml.etree.ElementTree as tree

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'support'))
from tap import run_in_one_folder  # noqa: E402

SENET = os.environ['SENET']
EVALUATORS = ['bare', 'naive', 'tree', 'spatternet', 'jit', 'fast']


def run(folder, *arguments):
    command = [SENET, 'experiment', 'features', '--seconds', '0.02', '--csv', 'rows.csv', *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows(folder):
    with open(os.path.join(folder, 'rows.csv'), encoding='utf-8') as file:
        return list(csv.DictReader(file))


def measures_every_evaluator(folder):
    out = run(folder, '--game', 'Tic-Tac-Toe', '--set', 'Atomic-1-1', '--set', 'Atomic-2-2')
    found = rows(folder)
    assert [(row['set'], row['evaluator']) for row in found] == [
        (name, evaluator) for name in ('Atomic-1-1', 'Atomic-2-2') for evaluator in EVALUATORS]
    assert all(float(row['plies_per_s']) > 0 for row in found)
    assert 'Frequency of ranks 1 to 4' in out and '    19     0' in out  # of naive with Atomic-1-1, as published


def goes_on_where_it_stopped(folder):
    before = rows(folder)
    run(folder, '--game', 'Tic-Tac-Toe', '--game', 'Hex', '--set', 'Atomic-1-1', '--evaluator', 'naive', '--evaluator', 'fast')
    after = rows(folder)
    assert after[:len(before)] == before
    assert [(row['game'], row['evaluator']) for row in after[len(before):]] == [
        ('Hex', 'bare'), ('Hex', 'naive'), ('Hex', 'fast')]
    run(folder, '--game', 'Hex', '--set', 'Atomic-1-1', '--evaluator', 'jit')
    assert [row['evaluator'] for row in rows(folder)[len(after):]] == ['bare', 'jit']


def draws_a_box_for_each(folder):
    run(folder, '--game', 'Tic-Tac-Toe', '--set', 'Atomic-1-1', '--svg', 'figure.svg')
    root = tree.parse(os.path.join(folder, 'figure.svg')).getroot()
    texts = [''.join(node.itertext()) for node in root.iter() if node.tag.endswith('text')]
    assert any('Slowdown against naive' in text for text in texts), texts
    for evaluator in EVALUATORS[1:]:
        assert 'Atomic-1-1 ' + evaluator in texts, texts


run_in_one_folder([measures_every_evaluator, goes_on_where_it_stopped, draws_a_box_for_each])
