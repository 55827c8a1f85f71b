"""Every header compiles alone and has the guard its path gives it."""
import concurrent.futures
import os
import re
import subprocess

from tap import ROOT, Report, files, read

FLAGS = ['-std=c17', '-fsyntax-only', '-Wall', '-Wextra', '-Wno-unused-parameter', '-Wno-missing-field-initializers',
         '-Werror', '-D_POSIX_C_SOURCE=200809L', '-D_DEFAULT_SOURCE', '-Isrc', '-Iinclude', '-x', 'c', '-']
BUILD = os.path.join(os.path.dirname(os.environ.get('SENET', 'build/src/cmd/senet')), '..')  # has generated headers


def guard(path):
    return re.sub(r'[^A-Z0-9]', '_', re.sub(r'^(src|include)/', '', path).upper())


def problems(path):
    program = f'#include "{path}"\nint main(void) {{ return 0; }}\n'
    done = subprocess.run([os.environ.get('CC', 'cc'), *FLAGS, '-I.', f'-I{BUILD}'], input=program, cwd=ROOT, capture_output=True,
                          text=True, check=False)
    found = done.stderr.splitlines()[:6]
    if f'#ifndef {guard(path)}\n' not in read(path):
        found.append(f'{path}: the guard should be {guard(path)}')
    return found


report = Report()
headers = [path for path in files('.h') if path.startswith(('src/', 'include/'))]
with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
    for header, found in zip(headers, pool.map(problems, headers)):
        report.result(header, found)
report.end()
