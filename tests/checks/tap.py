"""What the checks share: where the repository is, its files, and TAP output."""
import os
import subprocess

ROOT = os.environ.get('SENET_ROOT', '.')


def files(*suffixes):
    """Paths, relative to the root, of the files of the repository that end in one of the suffixes."""
    listed = subprocess.run(['git', 'ls-files', '--cached', '--others', '--exclude-standard'], cwd=ROOT,
                            capture_output=True, text=True, check=False).stdout.splitlines()
    if not listed:  # not a git checkout: an unpacked archive
        listed = [os.path.relpath(os.path.join(folder, name), ROOT)
                  for folder, _, names in os.walk(ROOT) for name in names if '/build' not in folder]
    return sorted(f for f in set(listed) if f.endswith(suffixes) and os.path.isfile(os.path.join(ROOT, f)))


def read(path):
    with open(os.path.join(ROOT, path), encoding='utf-8', errors='replace') as file:
        return file.read()


class Report:
    """Numbered results; problems are listed under the result."""

    def __init__(self):
        self.number = 0

    def result(self, title, problems):
        self.number += 1
        print(f"{'not ok' if problems else 'ok'} {self.number} - {title}")
        for problem in problems:
            print('# ' + str(problem))

    def end(self):
        print(f'1..{self.number}')
