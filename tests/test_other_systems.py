"""Modules that only Unix has are not needed to load the package."""

import subprocess
import sys

_PROGRAM = """
import sys
for name in ("fcntl", "termios", "tty", "resource", "pwd", "grp"):
    sys.modules[name] = None
sys.platform = "win32"
import likewise.atomic_write
sys.platform = "linux"
import likewise.app, likewise.cli.program, likewise.cli.terminal_keys, likewise.readers, likewise.project, likewise.web
"""


def test_package_loads_without_the_modules_of_unix():
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_module_runs_as_the_command():
    done = subprocess.run([sys.executable, "-m", "likewise", "--version"], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("likewise ")
