"""What `make install` puts in place is complete, and a program outside the repository can use it."""
import os
import subprocess
import tempfile

from tap import Report

BUILD = os.path.abspath(os.path.join(os.path.dirname(os.environ.get('SENET', 'build/src/cmd/senet')), '..', '..'))
PROGRAM = '#include <senet.h>\n#include <stdio.h>\nint main(void) { puts(senet_version()); return 0; }\n'
WANTED = ['bin/senet', 'include/senet.h', 'pkgconfig/senet.pc', 'libsenet.so', 'man1/senet.1', 'man1/senet-help.1', 'man3/senet.3',
          'man3/senet_positions.3', 'man7/senet-agents.7',
          'bash-completion/completions/senet', 'senet/games/lud/Breakthrough.lud']


def output(*command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    return done.returncode, done.stdout


def folder_of(paths, ending):
    return os.path.dirname(next(path for path in paths if path.endswith(ending)))


def sanitized(library):
    return '__asan_init' in output('nm', '-D', library)[1] or '__tsan_init' in output('nm', '-D', library)[1]


def use_library(stage, paths):
    """Builds and runs a program against the installed library; the problems met."""
    library = folder_of(paths, '/libsenet.so')
    program = os.path.join(stage, 'program')
    found = {**os.environ, 'PKG_CONFIG_PATH': folder_of(paths, 'pkgconfig/senet.pc'), 'PKG_CONFIG_SYSROOT_DIR': stage}
    status, flags = output('pkg-config', '--cflags', '--libs', 'senet', env=found)
    if status:
        return [flags]
    status, text = output(os.environ.get('CC', 'cc'), '-x', 'c', '-', '-o', program, *flags.split(),
                          f'-Wl,-rpath,{library}', input=PROGRAM)
    if status:
        return [text]
    version = output(os.path.join(stage, 'program'))[1]
    own = output(folder_of(paths, 'bin/senet') + '/senet', 'version')[1]
    return [] if own == 'senet ' + version else [f'the library says {version!r}, the program {own!r}']


report = Report()
with tempfile.TemporaryDirectory(prefix='senet-install-') as folder:
    code, log = output('meson', 'install', '-C', BUILD, '--no-rebuild', '--destdir', folder)
    report.result('installing succeeds', [log] if code else [])
    installed = [os.path.join(where, name) for where, _, names in os.walk(folder) for name in names]
    missing = [name for name in WANTED if not any(path.endswith('/' + name) for path in installed)]
    report.result('everything is installed', missing)
    if not missing and not sanitized(folder_of(installed, '/libsenet.so') + '/libsenet.so'):
        report.result('a program can use the library', use_library(folder, installed))
report.end()
