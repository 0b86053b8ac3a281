"""Where the tokens of a grant are kept."""

from __future__ import annotations

import json
import os
import secrets
import threading
from contextlib import AbstractContextManager, contextmanager
from collections.abc import Iterator
from pathlib import Path
from typing import NotRequired, Protocol, TypedDict


class StoredTokens(TypedDict):
    """The tokens of one grant, as they are stored."""

    refresh_token: str
    #: The access token that came with it, so that several processes can share it.
    access_token: NotRequired[str]
    #: When the access token ends, in seconds since 1970 UTC. Absent: unknown.
    expires_at: NotRequired[float]


class TokenStore(Protocol):
    """Keeps the tokens of one grant. A refresh token works once: the new one is saved before what came with it is used."""

    def load(self) -> StoredTokens | None: ...

    def save(self, tokens: StoredTokens) -> None:
        """Returns when the tokens are on disk. It is called inside `lock`."""

    def lock(self) -> AbstractContextManager[None]:
        """Inside it no other caller, in this or another process, is inside the lock of the same store. Ends with a crash of its process."""


class MemoryTokenStore:
    """For tests, and where the grant may end with the process."""

    def __init__(self, tokens: StoredTokens | None = None) -> None:
        self._tokens = tokens
        self._lock = threading.Lock()

    def load(self) -> StoredTokens | None:
        return self._tokens

    def save(self, tokens: StoredTokens) -> None:
        self._tokens = tokens

    @contextmanager
    def lock(self) -> Iterator[None]:
        with self._lock:
            yield


class FileTokenStore:
    """Keeps the tokens in a file that only its owner may read, for any number of processes of one machine.

    The file is replaced atomically and is on disk when `save` returns. Beside it is `PATH.lock`, an empty file that the processes lock. A
    network file system is no place for it. Programs in other languages lock in other ways: give each language a grant of its own.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path).resolve()
        self._lock = threading.Lock()

    def load(self) -> StoredTokens | None:
        try:
            text = self._path.read_text("utf-8")
        except FileNotFoundError:
            return None
        try:
            found = json.loads(text)
            stored: StoredTokens = {"refresh_token": found["refresh_token"]}
            if isinstance(found.get("access_token"), str):
                stored["access_token"] = found["access_token"]
            if isinstance(found.get("expires_at"), (int, float)):
                stored["expires_at"] = float(found["expires_at"])
        except (ValueError, TypeError, KeyError, AttributeError):
            # The message of the parser would show a piece of the text.
            raise ValueError(
                f"{self._path} is no token file: remove it, and let the seller authorize again."
            ) from None
        return stored

    def save(self, tokens: StoredTokens) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary = self._path.with_name(f"{self._path.name}.{secrets.token_hex(8)}.tmp")
        try:
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(tokens, file)
                file.write("\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self._path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        if os.name == "posix":
            # The new name is on disk, too.
            folder = os.open(self._path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    @contextmanager
    def lock(self) -> Iterator[None]:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        # Threads of this process first: the system's lock is one of processes.
        with self._lock:
            handle = os.open(f"{self._path}.lock", flags, 0o600)
            try:
                _lock_file(handle)
                yield
            finally:
                # Closing it ends the lock, as a crash does.
                os.close(handle)


def _lock_file(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import importlib

        windows = importlib.import_module("msvcrt")
        windows.locking(handle, windows.LK_LOCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX)
