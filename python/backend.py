"""Builds the wheel of the Python package: runs Meson, then packs the modules, the extension and Senet's own games."""
import base64
import hashlib
import os
import subprocess
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAME, VERSION = 'senet', '0.1.0'
MODULES = ('__init__.py', 'grid.py', 'net.py', 'network.py', 'pettingzoo.py', 'train.py', 'vector.py', 'py.typed',
           '_senet.pyi')
INFO = f'{NAME}-{VERSION}.dist-info'


def run(*command):
    """A program of the system: without the search path that pip sets for the backend."""
    clean = {name: value for name, value in os.environ.items() if name not in ('PYTHONPATH', 'PYTHONNOUSERSITE')}
    subprocess.run(command, check=True, env=clean)


def build_extension(folder):
    target = 'python/senet/_senet.abi3.so'
    run('meson', 'setup', folder, ROOT, '-Dtests=false', '-Dbuildtype=release')
    run('ninja', '-C', folder, target)
    return os.path.join(folder, target)


def tag():
    machine = os.uname().machine
    return f'cp311-abi3-linux_{machine}'


def package_files(extension):
    for module in MODULES:
        yield f'{NAME}/{module}', os.path.join(ROOT, 'python', NAME, module)
    yield f'{NAME}/_senet.abi3.so', extension
    for folder, _, names in os.walk(os.path.join(ROOT, 'games')):
        for name in sorted(names):
            path = os.path.join(folder, name)
            yield f'{NAME}/games/{os.path.relpath(path, os.path.join(ROOT, "games"))}', path


def metadata():
    return f'Metadata-Version: 2.1\nName: {NAME}\nVersion: {VERSION}\nLicense: Apache-2.0\nRequires-Python: >=3.11\n'


def add(wheel, record, name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()
    wheel.writestr(name, data)
    record.append(f'{name},sha256={digest},{len(data)}')


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    os.makedirs(os.path.join(metadata_directory, INFO), exist_ok=True)
    with open(os.path.join(metadata_directory, INFO, 'METADATA'), 'w', encoding='utf-8') as file:
        file.write(metadata())
    return INFO


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    file_name = f'{NAME}-{VERSION}-{tag()}.whl'
    with tempfile.TemporaryDirectory() as folder:
        extension = build_extension(os.path.join(folder, 'build'))
        with zipfile.ZipFile(os.path.join(wheel_directory, file_name), 'w', zipfile.ZIP_DEFLATED) as wheel:
            record = []
            for name, path in package_files(extension):
                with open(path, 'rb') as source:
                    add(wheel, record, name, source.read())
            add(wheel, record, f'{INFO}/METADATA', metadata().encode())
            add(wheel, record, f'{INFO}/WHEEL',
                f'Wheel-Version: 1.0\nGenerator: senet\nRoot-Is-Purelib: false\nTag: {tag()}\n'.encode())
            record.append(f'{INFO}/RECORD,,')
            wheel.writestr(f'{INFO}/RECORD', '\n'.join(record) + '\n')
    return file_name


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError('Senet is installed from its source folder')
