"""What `make wheel` makes, as a stranger has it: installed, it opens the whole house from any folder."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import ventuno

ROOT = Path(__file__).parent.parent
NEEDED = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "src", "web/dist")
SURROUNDINGS = {
    **{name: value for name, value in os.environ.items() if not name.startswith(("VENTUNO", "PYTHON"))},
    "VENTUNO_KEY": "5e" * 32,
}


def run(*words: str | Path, cwd: Path) -> str:
    done = subprocess.run(words, cwd=cwd, env=SURROUNDINGS, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def make(folder: Path) -> tuple[Path, Path]:
    """An sdist, and the wheel that was made from it; beside the checkout, which stays as it is."""
    for name in NEEDED:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy(source, target)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", "dist", ".", cwd=folder)
    (sdist,), (wheel,) = folder.glob("dist/*.tar.gz"), folder.glob("dist/*.whl")
    return sdist, wheel


def install(wheel: Path, home: Path) -> None:
    """Into an empty environment. What Ventuno depends on is lent, and machine code of the same sources."""
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=home)
    python = home / "bin" / "python"
    options = ("-q", "--no-deps", "--no-index", "--no-compile")
    run(sys.executable, "-m", "pip", "--python", python, "install", *options, wheel, cwd=home)
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home).strip())
    # They stand behind the wheel's own, and no .pth in them counts: a checkout that is installed there is not seen.
    lent = [path for path in sys.path if path.endswith("site-packages")]
    (packages / "lent.pth").write_text("\n".join(lent), encoding="utf-8")
    for kept in (ROOT / "src").rglob("*.nb[ci]"):
        place = packages / kept.relative_to(ROOT / "src")
        place.parent.mkdir(exist_ok=True)
        shutil.copy(kept, place)


@contextmanager
def serving(program: Path, folder: Path) -> Iterator[str]:
    words = [program, "serve", "--port", "0"]
    process = subprocess.Popen(words, cwd=folder, env=SURROUNDINGS, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        yield next(line.split()[-1] for line in process.stdout if line.startswith("Ventuno is open"))
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


def fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=10) as answer:
        return str(answer.read().decode())


@pytest.mark.skipif(not (ROOT / "web/dist/index.html").is_file(), reason="THE CLIENT IS NOT BUILT: make web")
def test_a_wheel_made_from_the_sdist_opens_the_house_with_its_client_from_any_folder(tmp_path: Path) -> None:
    made, home, anywhere = tmp_path / "made", tmp_path / "home", tmp_path / "anywhere"
    for folder in (made, home, anywhere):
        folder.mkdir()
    sdist, wheel = make(made)
    with tarfile.open(sdist) as archive:
        names = archive.getnames()
    assert any(name.endswith("/web/dist/index.html") for name in names)
    assert not any("/tests" in name for name in names)

    install(wheel, home)
    program = home / "bin" / "ventuno"
    found = run(home / "bin" / "python", "-c", "import ventuno; print(ventuno.__file__)", cwd=anywhere)
    assert Path(found.strip()).is_relative_to(home)
    assert run(program, "--version", cwd=anywhere) == f"ventuno {ventuno.__version__}\n"

    with serving(program, anywhere) as house:
        script = re.search(r'src="(/assets/[\w.-]+\.js)"', fetch(house))
        assert script
        assert fetch(house + script[1]) == (ROOT / "web" / "dist" / script[1][1:]).read_text(encoding="utf-8")
        assert "suit-" in fetch(f"{house}/cards.svg")
        assert fetch(f"{house}/health/ready") == '{"ok":true}'
        assert '"free-chip"' in fetch(f"{house}/api/lobby")
