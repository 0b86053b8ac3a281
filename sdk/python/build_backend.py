"""Makes the wheel and the source archive with the standard library alone (PEP 517): `python3 build_backend.py FOLDER`, or `pip install .`."""

from __future__ import annotations

import base64
import hashlib
import io
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
#: The same bytes, whenever they are made.
EPOCH = (1980, 1, 1, 0, 0, 0)


def _project() -> dict[str, str]:
    project: dict[str, str] = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    return project


def _name() -> str:
    return f"marketplace_seller-{_project()['version']}"


def _modules() -> dict[str, bytes]:
    found = [path for path in (HERE / "marketplace_seller").rglob("*") if path.suffix == ".py" or path.name == "py.typed"]
    return {path.relative_to(HERE).as_posix(): path.read_bytes() for path in sorted(found)}


def _metadata() -> bytes:
    project = _project()
    head = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        "License: Apache-2.0",
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown",
    ]
    return ("\n".join(head) + "\n\n" + (HERE / "README.md").read_text("utf-8")).encode()


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    info = f"{_name()}.dist-info"
    files = _modules() | {
        f"{info}/METADATA": _metadata(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: marketplace-seller\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    lines = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}\n")
    files[f"{info}/RECORD"] = "".join([*lines, f"{info}/RECORD,,\n"]).encode()
    file = f"{_name()}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return file


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    files = _modules() | {
        "PKG-INFO": _metadata(),
        **{name: (HERE / name).read_bytes() for name in ("README.md", "pyproject.toml", "build_backend.py")},
    }
    file = f"{_name()}.tar.gz"
    with tarfile.open(Path(sdist_directory) / file, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path, content in files.items():
            entry = tarfile.TarInfo(f"{_name()}/{path}")
            entry.size = len(content)
            entry.mode = 0o644
            archive.addfile(entry, io.BytesIO(content))
    return file


if __name__ == "__main__":
    for made in (build_wheel(sys.argv[1]), build_sdist(sys.argv[1])):
        print(made)
