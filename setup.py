"""The one thing that pyproject.toml cannot say: a wheel holds the browser's client, as `make web` built it.

An sdist holds it too (MANIFEST.in), so a wheel made from one needs no Node.js. Where it was never built, the house
opens without it and says on its page what to do; in a checkout it is served from where it is built.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

BUILT = Path("web", "dist")
INSIDE = Path("ventuno", "server", "web")  # ventuno.server.running.web_folder


class BuildWithClient(build_py):
    def run(self) -> None:
        super().run()
        if BUILT.is_dir() and not self.editable_mode:
            inside = Path(self.build_lib) / INSIDE
            shutil.rmtree(inside, ignore_errors=True)  # left by an earlier build
            shutil.copytree(BUILT, inside)


setup(cmdclass={"build_py": BuildWithClient})
