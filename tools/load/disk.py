"""A disk that can be full: a small one in memory where one may be mounted, else files that may not grow."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

PIECE: Final = bytes(64 * 1024)


class Disk:
    """`megabytes` mounted at `folder`. Raises PermissionError where nothing may be mounted."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder = folder
        folder.mkdir()
        mount = shutil.which("mount")
        if mount is None or os.geteuid() != 0:
            raise PermissionError(errno.EPERM, "a small disk can be mounted by root alone")
        kind = ["-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs"]
        done = subprocess.run([mount, *kind, str(folder)], check=False, capture_output=True)  # noqa: S603
        if done.returncode:
            raise PermissionError(errno.EPERM, done.stderr.decode().strip())

    @property
    def _ballast(self) -> Path:
        return self.folder / "ballast"

    def fill(self) -> None:
        """Leave no room for another byte."""
        with self._ballast.open("ab", buffering=0) as file:
            for piece in (PIECE, PIECE[:1]):
                try:
                    while file.write(piece):
                        pass
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def clear(self) -> None:
        """Make room again."""
        self._ballast.unlink(missing_ok=True)

    def close(self) -> None:
        """Take it away, with all that is on it."""
        umount = shutil.which("umount") or "umount"
        subprocess.run([umount, "-l", str(self.folder)], check=True)  # noqa: S603 - our own command


class Limits:
    """Processes that may write no file beyond the size that the largest below `folder` has by now.

    What has been written may be written again, so a database is only sometimes held up; but its writes do end
    in the middle.
    """

    def __init__(self, folder: Path, processes: Callable[[], Iterable[int]]) -> None:
        self.folder = folder
        self._processes = processes

    def fill(self) -> None:
        """From now on no file grows."""
        self._limit(max(path.stat().st_size for path in self.folder.iterdir() if path.is_file()))

    def clear(self) -> None:
        """Files grow again."""
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        for process in self._processes():
            resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
