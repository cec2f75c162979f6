#!/usr/bin/env python3
"""A folder seen through a disk with faults (FUSE), until it is unmounted.

disk.py FOLDER MOUNT [FAULT NAME]...

Files of a NAME have the FAULT: `broken` fails each read, `closed` may not be opened, `gone` is
listed and not there, `endless` has no end. The fault `folding` takes no heed of letter case and
Unicode form in names, as some systems do; its NAME is not looked at. Needs mfusepy and libfuse.
"""

import errno
import os
import sys
import unicodedata

from mfusepy import FUSE, FuseOSError, Operations


def folded(name):
    return unicodedata.normalize("NFC", name).casefold()


class Disk(Operations):
    use_ns = True

    def __init__(self, folder, faults):
        self.folder = folder
        self.faults = faults

    def fails(self, path, fault):
        return self.faults.get(fault) == os.path.basename(path)

    def place(self, path):
        """Where a path stands in the folder behind."""
        place = self.folder
        for part in filter(None, path.split("/")):
            names = os.listdir(place) if "folding" in self.faults and os.path.isdir(place) else []
            alike = [name for name in names if folded(name) == folded(part)]
            place = os.path.join(place, alike[0] if alike and part not in names else part)
        return place

    def getattr(self, path, fh=None):
        found = os.lstat(self.place(path))
        keys = ("st_mode", "st_nlink", "st_size", "st_uid", "st_gid")
        return {key: getattr(found, key) for key in keys}

    def readdir(self, path, fh):
        return [".", "..", *os.listdir(self.place(path))]

    def open(self, path, flags):
        if self.fails(path, "closed"):
            raise FuseOSError(errno.EACCES)
        if self.fails(path, "gone"):
            raise FuseOSError(errno.ENOENT)
        return os.open(self.place(path), os.O_RDONLY)

    def read(self, path, size, offset, fh):
        if self.fails(path, "broken"):
            raise FuseOSError(errno.EIO)
        if self.fails(path, "endless"):
            return b"x" * size
        return os.pread(fh, size, offset)

    def release(self, path, fh):
        os.close(fh)


folder, mount, *faults = sys.argv[1:]
faults = dict(zip(faults[::2], faults[1::2]))
FUSE(Disk(folder, faults), mount, foreground=True, nothreads=True, ro=True, direct_io=True)
