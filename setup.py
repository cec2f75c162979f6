"""A placeholder, so that `pip install .` of a hook runner takes the wheel of this version.

featmap is a Rust program. Its wheels are built in packaging/python; this package holds
nothing and depends on the one of them that has the version of Cargo.toml.
"""

import pathlib
import re

from setuptools import setup

MANIFEST = pathlib.Path(__file__).with_name("Cargo.toml").read_text(encoding="utf-8")
VERSION = re.search(r'^version = "(.+)"$', MANIFEST, re.MULTILINE).group(1)

setup(
    name="featmap-hook",
    version=VERSION,
    description="Takes the featmap wheel; for hook runners, never published",
    packages=[],
    py_modules=[],
    install_requires=["featmap==" + VERSION],
)
