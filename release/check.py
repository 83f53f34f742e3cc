"""Build the package, install it into empty environments elsewhere, and run every command there: `make release-check`.

Run with the Python of the development environment. Each Python that is named, or else each found, is tried with
the locked versions and with the lowest that pyproject.toml allows; `--quick` is one Python with the locked versions.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SMOKE = Path(__file__).with_name("smoke.py")
_OLDEST = (3, 11)


def main() -> None:
    """Build, install and try; the exit code is that of the worst."""
    parser = argparse.ArgumentParser(description="Check that the package works where it is installed.")
    parser.add_argument("--quick", action="store_true", help="one Python, locked versions, the demo only")
    parser.add_argument("--python", action="append", help="a Python to try; may be repeated")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        place = Path(folder)
        run([sys.executable, "-m", "hatchling", "build", "-d", str(place / "dist")], cwd=ROOT)
        wheel = next((place / "dist").glob("*.whl"))
        source = next((place / "dist").glob("*.tar.gz"))
        print(f"built {wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB, and {source.name}", flush=True)
        if options.quick:
            try_install(place / "quick", sys.executable, wheel, ["-c", str(ROOT / "requirements.lock")], quick=True)
            return
        uv = make_uv(place / "uv")
        for python in options.python or find_pythons():
            lowest = make_lowest(uv, python, place / "lowest.txt")
            for name, package, limits in (
                ("locked", wheel, ["-c", str(ROOT / "requirements.lock")]),
                ("lowest", source, ["-c", str(lowest)]),
                ("newest", wheel, []),
            ):
                print(f"{python}, {name} versions", flush=True)
                try_install(place / f"{name}-{time.monotonic_ns()}", python, package, limits, uv=uv)
    print("the package can be released")


def try_install(
    place: Path, python: str, package: Path, limits: list[str], *, uv: Path | None = None, quick: bool = False
) -> None:
    """Install a package into an empty environment, and run the commands in an empty folder; then clean up."""
    start = time.perf_counter()
    own = place / "env"
    inside = own / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if uv is None:
        venv.create(own, with_pip=True)
        run([str(inside), "-m", "pip", "install", "--quiet", *limits, str(package)])
    else:
        run([str(uv), "venv", "--quiet", "--python", python, str(own)])
        run([str(uv), "pip", "install", "--quiet", "--python", str(inside), *limits, str(package)])
    print(f"  installed in {time.perf_counter() - start:.0f} s", flush=True)
    start = time.perf_counter()
    work = place / "work"
    work.mkdir()
    run([str(inside), "-I", str(SMOKE), *(["--quick"] if quick else [])], cwd=work)
    print(f"  commands ran in {time.perf_counter() - start:.0f} s", flush=True)
    shutil.rmtree(place)


def make_uv(place: Path) -> Path:
    """Install uv, which alone can choose the lowest versions, into an environment of its own."""
    venv.create(place, with_pip=True)
    folder = place / ("Scripts" if os.name == "nt" else "bin")
    run([str(folder / "python"), "-m", "pip", "install", "--quiet", "uv"])
    return folder / "uv"


def make_lowest(uv: Path, python: str, file: Path) -> Path:
    """Write the lowest versions that pyproject.toml allows and that this Python has wheels of."""
    options = ["--quiet", "--resolution", "lowest-direct", "--only-binary", ":all:", "--python", python]
    run([str(uv), "pip", "compile", *options, str(ROOT / "pyproject.toml"), "-o", str(file)])
    return file


def find_pythons() -> list[str]:
    """List one interpreter of each version that the package supports: on the path, and those of pyenv."""
    folders = [*os.get_exec_path(), *map(str, Path.home().glob(".pyenv/versions/*/bin"))]
    found: dict[tuple[int, int], str] = {}
    for folder in folders:
        for path in sorted(Path(folder).glob("python3.*")) if "shims" not in folder else []:
            version = re.fullmatch(r"python3\.(\d+)(?:\.exe)?", path.name)
            if version and (3, int(version[1])) >= _OLDEST:
                found.setdefault((3, int(version[1])), str(path))
    return [found[version] for version in sorted(found)]


def run(command: list[str], cwd: Path | None = None) -> None:
    """Run a command; if it fails, print what it said and stop."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(command, cwd=cwd, env=clean, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}\nfailed with {done.returncode}")


if __name__ == "__main__":
    main()
