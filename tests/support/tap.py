"""Tests written in Python that build on each other in one folder. Prints TAP."""
import tempfile


def run_in_one_folder(tests):
    print(f'1..{len(tests)}')
    with tempfile.TemporaryDirectory() as folder:
        for number, test in enumerate(tests, 1):
            test(folder)
            print(f'ok {number} {test.__name__}')
