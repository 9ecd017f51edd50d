#!/usr/bin/env python3
"""Random histories like those of `histories.py`, with what programs and people do besides.

Links, kinds that change, editors' ways to save, handles that stay open, exchanged names, names of all sorts, sizes around every limit, copies, times, modes and
attributes; and in between pins, pauses, the trash, stopped processes, a second mount, edits of both sides about one item, answers that are lost, late or errors, and
a server that is away or was emptied by mistake. Now and then somebody waits until all is synchronized, and both sides have to be equal at once.

Each side has a tree of its own, and whatever is done there is done in a plain folder, too. At the end all three have to be equal. In what both sides edit, each
contents that nobody replaced or deleted who had seen them have to be somewhere, and whole. Nothing waits, no name is left that nobody gave, a reader of the
changes knows what there is, and what serves the mount is at rest.
"""

import argparse
import collections
import ctypes
import errno
import json
import mmap
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

import histories
from histories import AT_FDCWD, LIBC, RENAME_NOREPLACE

RENAME_EXCHANGE = 2
NAMES = ["a", "b", "c", "A", "B", "d.txt", "é", "o\u0308", " s p ", ".dot", "100%", "%41", "n\nl", "x" * 255, "ü" * 127, "a~", "f (2)", "trail.", "q?*:|<>\"", "-rf",
         "#e", "~"]
ODD = ["caf\udce9", "b\\xe9"]
POOL = [b"same", b"like", b"four", b"text", b"", b"p" * 3999, b"q" * 4000, b"r" * 4001, b"s" * 70000]
TARGETS = ["a", "../b", "nowhere", "/etc/hostname", ".", "t" * 300, "é", "a b", "c/"]


def rename(path, new, flags):
    if LIBC.renameat2(AT_FDCWD, os.fsencode(path), AT_FDCWD, os.fsencode(new), flags):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), path, None, new)


def put(path, contents, mode="wb"):
    with open(path, mode) as file:
        file.write(contents)


def get(path):
    with open(path, "rb") as file:
        return file.read()


def kind(path):
    if os.path.islink(path):
        return "link"
    if os.path.isdir(path):
        return "folder"
    return "document" if os.path.lexists(path) else None


def bury(path):
    """Keeps the inode of what is removed at the server, by which it is known: no other gets it."""
    for place in walk(path) if kind(path) == "folder" else [path]:
        if kind(place) == "document":
            histories.bury(place)


def walk(root):
    """All below a folder, each after its folder."""
    for name in sorted(os.listdir(root)):
        path = os.path.join(root, name)
        yield path
        if kind(path) == "folder":
            yield from walk(path)


def unlink(path):
    bury(path)
    if kind(path) == "folder":
        for name in os.listdir(path):
            unlink(os.path.join(path, name))
        os.rmdir(path)
    else:
        os.unlink(path)


def spelled(name):
    """A name as providers know it."""
    name = re.sub(r"\\(x[0-9a-f]{2})", r"\\x5c\1", name)
    return "".join(f"\\x{ord(c) - 0xdc00:02x}" if 0xdc80 <= ord(c) <= 0xdcff else c for c in name)


def short(contents):
    return repr(contents) if contents is None or isinstance(contents, str) or len(contents) < 40 else f"{contents[:24]!r}… {len(contents)}"


def seen(path):
    """What a program reads before it replaces it. What has come in its place meanwhile it has not seen: then it begins anew."""
    before = os.lstat(path)
    contents = b"-> " + os.fsencode(os.readlink(path)) if kind(path) == "link" else get(path)
    after = os.lstat(path)
    if (before.st_ino, before.st_mtime_ns) != (after.st_ino, after.st_mtime_ns):
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), path)
    return contents


class Item:
    """What can be compared of an item."""

    def __init__(self, path):
        self.kind = kind(path)
        facts = os.lstat(path)
        self.contents = get(path) if self.kind == "document" else os.readlink(path) if self.kind == "link" else None
        self.mode = (facts.st_mode & 0o700) if self.kind != "link" else 0
        self.time = facts.st_mtime if self.kind == "document" else 0
        self.note = None
        if self.kind != "link":
            try:
                self.note = os.getxattr(path, "user.note")
            except OSError:
                pass

    def __str__(self):
        return f"{self.kind} {short(self.contents)} {self.mode:o}"

    def is_like(self, other):
        return other is not None and (self.kind, self.contents, self.mode) == (other.kind, other.contents, other.mode)


def snapshot(root, spell=True):
    return {(spelled if spell else str)(os.path.relpath(path, root)): Item(path) for path in walk(root)}


class Place:
    """Somewhere in which edits are made: the first root is looked at, and each edit is made in all of them."""

    def __init__(self, roots, names):
        self.roots, self.names, self.number, self.handles, self.run, self.made = roots, names, 0, {}, None, set(POOL)
        self.lost, self.gained = [], []

    def root(self):
        return self.roots[-1]

    def listed(self, rng, folder=""):
        """What an editor sees who does not look into every folder."""
        found = []
        for name in sorted(os.listdir(os.path.join(self.root(), folder))):
            key = os.path.join(folder, name)
            if not key.startswith(("own-", "Rescued", ".Trash", "ballast")):
                found.append(key)
                if self.kind(key) == "folder" and (len(self.roots) > 1 or rng.random() < 0.7):
                    found += self.listed(rng, key)
        return found

    def kind(self, key):
        return kind(os.path.join(self.root(), key))

    def all(self, act):
        for root in self.roots:
            act(lambda key, root=root: os.path.join(root, key))

    def contents(self, rng):
        if rng.random() < (0.6 if len(self.roots) > 1 else 0.2):
            return rng.choice(POOL)
        self.number += 1
        text = f"edit {self.number} {os.path.basename(self.roots[0])} ".encode()
        size = rng.choice([0, 0, 0, 0, 3990, 4000, 4001, 4097, rng.randrange(300000), rng.choice([0, 1 << 20, 3000000])])
        made = text + rng.randbytes(max(0, size - len(text)))
        # Also what an edit has written that the other side interrupts.
        self.made.add(made)
        return made

    def target(self):
        """What a link leads to: where both sides edit, a target that no other link has."""
        self.number += 1
        return self.rng.choice(TARGETS) + (f"{self.number}{os.path.basename(self.roots[0])}" if len(self.roots) == 1 else str(self.rng.randrange(3)))

    def losing(self, key):
        path = os.path.join(self.root(), key)
        for place in [path, *walk(path)] if kind(path) == "folder" else [path]:
            if kind(place) != "folder":
                self.lost.append((os.path.relpath(place, self.root()), seen(place)))

    def drop(self, key):
        """Removes all at a key, one by one, with what is seen of it."""
        path = os.path.join(self.root(), key)
        if len(self.roots) > 1:
            return self.all(lambda at: unlink(at(key)))
        if kind(path) == "folder":
            for name in os.listdir(path):
                self.drop(os.path.join(key, name))
            os.rmdir(path)
        else:
            self.losing(key)
            unlink(path)

    def gain(self, key, contents):
        self.gained.append((key, contents))

    # The edits: each returns what it did, or nothing

    def edit(self, rng, about=None):
        """Makes one edit, of anything or about an item: of it, of what is in it, or of a folder that it is in."""
        self.lost, self.gained = [], []
        listed = self.listed(rng)
        if about:
            listed = [key for key in listed if (key + "/").startswith(about + "/") or (about + "/").startswith(key + "/")] or listed
        kinds = {key: self.kind(key) for key in listed}
        folders = [key for key in listed if kinds[key] == "folder"] + ["."]
        self.rng = rng
        self.folders = folders
        self.documents = [key for key in listed if kinds[key] == "document"]
        self.links = [key for key in listed if kinds[key] == "link"]
        self.items = listed
        self.free = [key for key in (os.path.normpath(os.path.join(rng.choice(folders), rng.choice(self.names))) for _ in range(6)) if key not in kinds]
        edit = rng.choice(self.edits)
        said = edit(self)
        return f"{edit.__name__} {said}" if said else None

    def make(self):
        if not self.free:
            return None
        key, contents = self.free[0], self.contents(self.rng)
        self.all(lambda at: put(at(key), contents, "xb"))
        self.gain(key, contents)
        return f"{key!r} {short(contents)}"

    def mkdir(self):
        if not self.free:
            return None
        deep = self.rng.choice(["", "", "/a/b/c"])
        self.all(lambda at: os.makedirs(at(self.free[0] + deep)))
        return repr(self.free[0] + deep)

    def link(self):
        if not self.free:
            return None
        target = self.target()
        self.all(lambda at: os.symlink(target, at(self.free[0])))
        self.gain(self.free[0], b"-> " + target.encode())
        return f"{self.free[0]!r} -> {target[:20]!r}"

    def retarget(self):
        if not self.links:
            return None
        key, target, way = self.rng.choice(self.links), self.target(), self.rng.randrange(2)
        temporary = os.path.join(os.path.dirname(key), f".link{self.number}.tmp")
        self.losing(key)

        def act(at):
            if way:
                os.symlink(target, at(temporary))
                os.rename(at(temporary), at(key))
            else:
                os.unlink(at(key))
                os.symlink(target, at(key))
        self.all(act)
        self.gain(key, b"-> " + target.encode())
        return f"{key!r} -> {target[:20]!r} by {'renaming' if way else 'unlink'}"

    def change_kind(self):
        """Something else takes the place at once."""
        if not self.items:
            return None
        key, to, contents = self.rng.choice(self.items), self.rng.choice(["link", "folder", "document"]), self.contents(self.rng)
        if to == self.kind(key):
            return None
        target = self.target()
        self.drop(key)

        def act(at):
            if to == "link":
                os.symlink(target, at(key))
            elif to == "folder":
                os.mkdir(at(key))
                put(at(key) + "/a", contents)
            else:
                put(at(key), contents)
        self.all(act)
        self.gain(key + "/a" if to == "folder" else key, b"-> " + target.encode() if to == "link" else contents)
        return f"{key!r} to {to} {short(contents)}"

    def rewrite(self):
        """Writes a document in place, in one of the ways of programs."""
        if not self.documents:
            return None
        key, new, way = self.rng.choice(self.documents), self.contents(self.rng), self.rng.randrange(8)
        path = os.path.join(self.root(), key)
        old = seen(path)
        self.lost.append((key, old))
        where = self.rng.randrange(len(old) + 10)

        def act(at):
            path = at(key)
            if way == 0:
                put(path, new)
            elif way == 1:
                with open(path, "r+b") as file:
                    file.truncate(0)
                    file.write(new)
            elif way == 2:
                put(path, new, "ab")
            elif way == 3:
                os.truncate(path, 0)
            elif way == 4:
                os.truncate(path, len(old) // 2)
            elif way == 5 and old:
                with open(path, "r+b") as file, mmap.mmap(file.fileno(), 0) as memory:
                    memory[: len(new[: len(old)])] = new[: len(old)]
                    memory.flush()
            elif way == 6:
                with open(path, "r+b") as file:
                    file.seek(where)
                    file.write(new)
            else:
                os.truncate(path, 1 << 20)
                with open(path, "r+b") as file:
                    file.seek((1 << 20) - 5)
                    file.write(new[:100] + b".")
            if "/there/" in path:
                # What differs in neither size nor time nobody can tell apart.
                now = time.time_ns()
                os.utime(path, ns=(now, now))
        self.all(act)
        self.gain(key, get(path))
        return f"{key!r} way {way} {short(new)} at {where}"

    def save(self):
        """Saves a document as editors do."""
        if not self.documents:
            return None
        key, new, way = self.rng.choice(self.documents), self.contents(self.rng), self.rng.randrange(6)
        folder = os.path.dirname(key)
        temporary = os.path.join(folder, self.rng.choice([".goutputstream-Q1W2E3", "tmpab12cd34", ".a.swp", "4913", "a.tmp", "lu1234.tmp"]))
        backup = os.path.join(folder, os.path.basename(key)[:100] + "~bak")
        if self.kind(temporary) or self.kind(backup):
            return None
        self.lost.append((key, seen(os.path.join(self.root(), key))))

        def act(at):
            if way in (0, 1):
                put(at(temporary), new)
                if way:
                    os.chmod(at(temporary), 0o600)
                bury(at(key))
                os.rename(at(temporary), at(key))
            elif way == 2:
                os.rename(at(key), at(backup))
                put(at(key), new)
                unlink(at(backup))
            elif way == 3:
                put(at(backup), get(at(key)))
                put(at(key), new)
                unlink(at(backup))
            elif way == 4:
                put(at(temporary), new)
                rename(at(temporary), at(key), RENAME_EXCHANGE)
                unlink(at(temporary))
            else:
                unlink(at(key))
                put(at(key), new)
        self.all(act)
        self.gain(key, new)
        return f"{key!r} way {way} {short(new)}"

    def keep_backup(self):
        """The old contents stay under another name."""
        if not self.documents or not self.free:
            return None
        key, new, backup = self.rng.choice(self.documents), self.contents(self.rng), self.free[0]
        self.all(lambda at: rename(at(key), at(backup), RENAME_NOREPLACE))
        self.all(lambda at: put(at(key), new, "xb"))
        self.gain(key, new)
        return f"{key!r} as {backup!r}, {short(new)}"

    def move(self):
        if not self.items or not self.free:
            return None
        key, new = self.rng.choice(self.items), self.free[0]
        if (new + "/").startswith(key + "/"):
            return None
        self.all(lambda at: rename(at(key), at(new), RENAME_NOREPLACE))
        return f"{key!r} to {new!r}"

    def move_over(self):
        empty = [key for key in self.folders if key != "." and not os.listdir(os.path.join(self.root(), key))]
        if empty and self.rng.random() < 0.5:
            other, key = self.rng.choice(empty), self.rng.choice(self.folders)
            if key == "." or (other + "/").startswith(key + "/"):
                return None
            self.all(lambda at: os.rename(at(key), at(other)))
            return f"folder {key!r} over {other!r}"
        if len(self.documents) < 2:
            return None
        key, other = self.rng.sample(self.documents, 2)
        self.losing(other)
        self.all(lambda at: (bury(at(other)), os.rename(at(key), at(other))))
        return f"{key!r} over {other!r}"

    def exchange(self):
        if len(self.items) < 2:
            return None
        one, other = self.rng.sample(self.items, 2)
        if (one + "/").startswith(other + "/") or (other + "/").startswith(one + "/"):
            return None
        if self.rng.random() < 0.5 or not self.free:
            self.all(lambda at: rename(at(one), at(other), RENAME_EXCHANGE))
            return f"{one!r} {other!r}"
        third = self.free[0]
        if (third + "/").startswith((one + "/", other + "/")):
            return None
        for old, new in [(one, third), (other, one), (third, other)]:
            self.all(lambda at, old=old, new=new: rename(at(old), at(new), RENAME_NOREPLACE))
        return f"{one!r} {other!r} by way of {third!r}"

    def rotate(self):
        """Logs are rotated: each takes the name of the next."""
        if not self.documents:
            return None
        key = self.rng.choice(self.documents)
        chain = [key] + [os.path.join(os.path.dirname(key), f"log.{number}") for number in (1, 2, 3)]
        if any(self.kind(other) == "folder" for other in chain) or key in chain[1:]:
            return None
        if self.kind(chain[3]):
            self.drop(chain[3])
        for old, new in reversed(list(zip(chain, chain[1:]))):
            if self.kind(old):
                self.all(lambda at, old=old, new=new: rename(at(old), at(new), RENAME_NOREPLACE))
        contents = self.contents(self.rng)
        self.all(lambda at: put(at(key), contents, "xb"))
        self.gain(key, contents)
        return f"{key!r} {short(contents)}"

    def copy(self):
        if not self.items or not self.free:
            return None
        key, new = self.rng.choice(self.items), self.free[0]
        if (new + "/").startswith(key + "/") or len(list(walk(os.path.join(self.root(), key)))) > 8 if self.kind(key) == "folder" else False:
            return None
        if len(self.roots) == 1:
            return None
        self.all(lambda at: shutil.copytree(at(key), at(new), symlinks=True) if self.kind(key) == "folder" else shutil.copy2(at(key), at(new), follow_symlinks=False))
        return f"{key!r} to {new!r}"

    def remove(self):
        if not self.items:
            return None
        key = self.rng.choice(self.items)
        self.drop(key)
        return repr(key)

    def attributes(self):
        if not self.items:
            return None
        key, way, number = self.rng.choice(self.items), self.rng.randrange(4), self.rng.randrange(1 << 20)
        date = self.rng.choice([10**18, 10**18, 42 * 10**17]) + number * 1_001_000_000 + 123_456_700
        if self.kind(key) == "link":
            return None
        mode = self.rng.choice([0o755, 0o700, 0o555]) if self.kind(key) == "folder" else self.rng.choice([0o400, 0o600, 0o700, 0o644, 0o555])

        def act(at):
            if way == 0:
                os.chmod(at(key), mode)
            elif way == 1:
                os.utime(at(key), ns=(0, date))
            elif way == 2:
                os.setxattr(at(key), "user.note", str(number).encode())
            else:
                try:
                    os.removexattr(at(key), "user.note")
                except OSError:
                    pass
        self.all(act)
        return f"{key!r} way {way} {mode:o} {number}"

    def hold(self):
        """Opens a document and leaves it open; writes and synchronizes; or closes."""
        if len(self.roots) < 2:
            return None
        if not self.handles and self.documents:
            key = self.rng.choice(self.documents)
            self.handles[key] = [os.open(os.path.join(root, key), os.O_RDWR) for root in self.roots]
            return f"open {key!r}"
        for key, handles in list(self.handles.items()):
            if self.rng.random() < 0.6:
                contents = self.contents(self.rng)
                for handle in handles:
                    os.pwrite(handle, contents, 0)
                    os.fsync(handle)
                return f"write {key!r} {short(contents)}"
            self.release()
            return f"close {key!r}"
        return None

    def release(self):
        for handles in self.handles.values():
            for handle in handles:
                try:
                    os.close(handle)
                except OSError:
                    pass
        self.handles = {}

    def command(self):
        """Edits with the commands, of a tree that only a mount edits."""
        if not self.run or not self.items or not self.free:
            return None
        key, new, way = self.rng.choice(self.items), self.free[0], self.rng.randrange(3)
        at = [os.path.join(self.roots[0], spelled(name)) for name in (key, new)]
        shadow = [os.path.join(self.roots[-1], name) for name in (key, new)]
        if way == 0:
            self.run("rm", "-r", at[0])
            unlink(shadow[0])
        elif way == 1:
            self.run("mkdir", "-p", at[1] + "/b")
            os.makedirs(shadow[1] + "/b")
        elif not (new + "/").startswith(key + "/"):
            self.run("mv", *at)
            rename(*shadow, RENAME_NOREPLACE)
        return f"{['rm', 'mkdir', 'mv'][way]} {key!r} {new!r}"

    edits = [command, make, make, make, mkdir, link, retarget, change_kind, rewrite, rewrite, rewrite, save, save, keep_backup, move, move, move, move_over, exchange, exchange,
             rotate, copy, remove, attributes, attributes, hold, hold]


class Habits(histories.History):
    def __init__(self, seed, naming, programs, options):
        super().__init__(seed, naming, programs, options.machines)
        self.options = options
        self.environment["TMPDIR"] = self.folder + "/tmp"
        for name in ["tmp", "twin", "shadow-there", *["shadow-" + machine for machine in self.machines]]:
            os.mkdir(os.path.join(self.folder, name), 0o700)
        self.twin = options.machines == 1 and self.rng.random() < 0.3
        if self.twin:
            self.machines.append(self.machines[0])
            self.mounts.append(os.path.join(self.folder, "twin"))
        self.kills, self.ever, self.known, self.stopped = 0, {b""}, {}, []
        self.problems, self.ballast, self.renumbered = [], 120, False
        # How often each text of the pool was made at a place in what both sides edit, and how often somebody who had seen it replaced or deleted it.
        self.made_at, self.used_up = collections.Counter(), collections.Counter()

    def run(self, *words, **options):
        # Each machine's provider has notes of its own.
        machine = words[words.index("--domain") + 1] if "--domain" in words else self.machines[0]
        self.environment["PROVIDER_NOTES"] = f"{self.folder}/notes-{machine}"
        return super().run(*words, **{"timeout": 120} | options)

    # The edits

    def shared(self, root, about=None):
        place = self.places_of[root]
        said = None
        try:
            said = place.edit(self.rng, about)
        except OSError as error:
            said = f"{error} after {len(place.lost)} {len(place.gained)}"
        self.judge_edit(place, said)
        if said:
            self.note(f"{os.path.basename(root)}: {said}")

    def judge_edit(self, place, said):
        for key, contents in place.lost:
            if contents in POOL:
                self.used_up[contents] += 1
            if contents in self.alive:
                del self.alive[contents]
                self.dead.add(contents)
        for key, contents in place.gained:
            self.ever.add(contents)
            if contents in POOL:
                self.made_at[contents, place.roots[0]] += 1
            if contents.startswith((b"edit", b"-> ")):
                self.alive[contents] = f"{os.path.basename(place.roots[0])} {said}"

    def own(self, place, rng):
        try:
            said = place.edit(rng)
        except OSError as error:
            # A process that serves the mount may have died with a handle that was open.
            said = f"{error}"
            if place.handles:
                place.release()
            else:
                raise
        if said:
            self.note(f"own {os.path.basename(place.roots[0])}: {said}")

    def there(self):
        with self.between_calls():
            time.sleep(0.006)
            if self.rng.random() < 0.5:
                self.own(self.own_there, self.rng)
            else:
                self.shared(self.server)

    def here(self):
        number = self.rng.randrange(len(self.mounts))
        mount, own = self.mounts[number], self.own_here[0 if self.twin else number]
        if self.twin:
            # What one mount has changed the other shows some milliseconds later.
            time.sleep(0.3)
        if self.rng.random() < 0.5:
            own.roots[0] = os.path.join(mount, "own-" + self.machines[number])
            self.own(own, self.rng)
        else:
            self.shared(mount)

    def pass_by(self):
        """Commands, faults and other events."""
        rng, machine = self.rng, self.rng.choice(self.machines)
        event = rng.choice(["kill", "kill mount", "kill provider", "stop", "trap", "trap", "sync", "away", "pause", "resume", "pin", "unpin", "evict", "evict", "read", "read",
                            "restart", "tail", "crossing", "list", "flurry", "flurry", "barrier", "barrier"])
        said = ""
        if event == "kill":
            self.kills += 1
            self.release()
            self.kill()
        elif event in ("kill mount", "kill provider"):
            self.kills += 1
            victims = [process for process in self.processes() if self.is_mount(process) == (event == "kill mount")]
            if event == "kill mount":
                self.release()
            self.faults += 1
            for process in victims:
                self.signal(process, signal.SIGKILL)
            said = f"{len(victims)}"
            if event == "kill mount":
                self.unmount()
                self.start()
        elif event == "stop":
            seconds = rng.choice([0.3, 1.5, 4])
            victims = rng.sample(self.processes(), 1) if self.processes() else []
            for process in victims:
                self.signal(process, signal.SIGSTOP)
                timer = threading.Timer(seconds, self.signal, [process, signal.SIGCONT])
                timer.start()
                self.stopped.append(timer)
            said = f"{seconds} {[self.is_mount(process) for process in victims]}"
        elif event == "trap":
            call = rng.choice(["createItem", "modifyItem", "deleteItem"]) + rng.choice(["", " error", " late"])
            call = rng.choice([call, call, call, "modifyItem half"])
            histories.write(self.trap + ".new", call)
            os.rename(self.trap + ".new", self.trap)
            self.faults, self.kills, said = self.faults + 1, self.kills + 1, call
        elif event == "away":
            with self.between_calls():
                os.rename(self.server, self.server + ".away")
            time.sleep(rng.choice([0.3, 1, 4]))
            with self.between_calls():
                os.rename(self.server + ".away", self.server)
        elif event in ("pause", "resume", "sync"):
            self.command(event, "--domain", machine, check=False)
        elif event in ("pin", "unpin", "evict"):
            root = os.path.join(self.mounts[self.machines.index(machine)], rng.choice(["own-" + machine, "own-there", "f1"]))
            key = rng.choice([root, *walk(root)] if kind(root) == "folder" else [root])[len(self.folder) + 1 + len(machine):]
            result = self.command(event, "--domain", machine, spelled(key), check=False)
            said = f"{key!r} {result.returncode} {result.stderr.strip()[-200:]}"
        elif event == "read":
            for path in rng.sample(list(walk(rng.choice(self.mounts))), 3):
                try:
                    said += short(get(path))
                except OSError as error:
                    said += f" {error.strerror}"
        elif event == "restart":
            self.release()
            self.run("unmount", *self.mounts, check=False)
            self.unmount()
            self.start()
        elif event == "tail":
            self.tail()
        elif event == "list":
            said = str(len(list(walk(self.mounts[-1]))))
        elif event == "crossing":
            said = self.crossing()
        elif event == "flurry":
            self.flurry()
        elif event == "barrier":
            said = self.barrier()
        self.note(f"{event} {said}")

    def flurry(self):
        """Both sides are edited at once."""
        own, rng, broken = self.rng.choice(self.own_here), random.Random(self.rng.random()), []

        def edit():
            try:
                for _ in range(12):
                    self.own(own, rng)
            except Exception as error:  # pylint: disable=broad-except
                broken.append(error)
        thread = threading.Thread(target=edit)
        thread.start()
        for _ in range(8):
            self.there()
        thread.join()
        if broken:
            raise broken[0]

    def meeting(self):
        """Two sides edit about one item, and neither has heard of the other."""
        here = self.rng.choice(self.mounts)
        other = self.rng.choice([self.server, self.server, *(mount for mount in self.mounts if mount != here)])
        common = sorted({*self.places_of[here].listed(self.rng)} & {*self.places_of[other].listed(self.rng)})
        if not common:
            return ""
        about, is_away, edits = self.rng.choice(common), self.rng.random() < 0.5, [self.rng.randint(1, 3) for _ in range(2)]
        if is_away:
            with self.between_calls():
                os.rename(self.server, self.server + ".away")
        for _ in range(edits[0]):
            self.shared(here, about)
        if other != self.server:
            for _ in range(edits[1]):
                self.shared(other, about)
        if is_away and self.rng.random() < 0.5:
            # The changes are tried meanwhile.
            time.sleep(3)
        with self.between_calls():
            if is_away:
                os.rename(self.server + ".away", self.server)
            for _ in range(edits[1] if other == self.server else 0):
                time.sleep(0.006)
                self.shared(other, about)
        return f"about {about!r} {'away' if is_away else ''}"

    def barrier(self):
        """Who has waited until all is synchronized sees the same on both sides at once."""
        for timer in self.stopped:
            timer.join()
        if os.path.exists(self.trap):
            os.unlink(self.trap)
        self.release()
        machines = list(dict.fromkeys(self.machines))
        for machine in machines:
            self.command("resume", "--domain", machine, check=False)
        # What the second has changed comes to the first.
        for machine in machines if len(machines) == 1 else machines * 2:
            result = self.command("sync", "--domain", machine, "--wait", "--timeout", "60s", check=False, timeout=120)
            if result.returncode:
                return f"{machine} {result.returncode} {result.stdout}{result.stderr}"
        problems = []
        for machine, mount in dict(zip(machines, self.mounts)).items():
            waiting = self.command("pending", "--domain", machine, check=False).stdout.splitlines()
            # What was written becomes a recent some seconds later.
            problems += [f"{machine} waits: {line}" for line in waiting if not line.endswith("(lastUsed)")]
            problems += [f"{machine}: {problem}" for problem in self.compare(snapshot(mount), snapshot(self.server, spell=False))]
        self.problems += [f"barrier: {problem}" for problem in problems]
        return f"{problems}"

    def crossing(self):
        """Two folders of which one side moves the first into the second, and the other side the second into the first."""
        one, other = self.rng.sample(["f1", "f2", "f3"], 2)
        here = self.rng.choice(self.mounts)
        said = ""
        for root, (first, second) in self.rng.sample([(here, (one, other)), (self.server, (other, one))], 2):
            try:
                with self.between_calls() if root == self.server else open(os.devnull, encoding="utf-8"):
                    rename(os.path.join(root, first), os.path.join(root, second, first), RENAME_NOREPLACE)
                said += f" {os.path.basename(root)}: {first} into {second}"
            except OSError as error:
                said += f" {error}"
        return said

    def release(self):
        for place in self.own_here:
            place.release()

    def is_mount(self, process):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as file:
                return b"mount" in file.read().split(b"\0")
        except OSError:
            return False

    def signal(self, process, number):
        try:
            os.kill(process, number)
        except ProcessLookupError:
            pass

    # Much at once

    def mass(self):
        """Much is gone at the server, by mistake or not: it is held, and the user decides."""
        machine, mount = self.machines[0], self.mounts[0]
        # With its numbers an emptied server has lost what its items are.
        way = self.rng.choice(["back", "accept", "restore", "emptied" if self.naming == "paths" else "back"])
        self.command("resume", "--domain", machine, check=False)
        for timer in self.stopped:
            timer.join()
        if os.path.exists(self.trap):
            os.unlink(self.trap)
        self.release()
        # What is in a folder that nobody has opened is not counted.
        os.listdir(mount + "/ballast")
        if way == "restore":
            for number in range(120):
                get(f"{mount}/ballast/{number}")
        result = self.command("sync", "--domain", machine, "--wait", "--timeout", "60s", check=False, timeout=120)
        self.note(f"mass: {way} {result.returncode} {result.stdout}{result.stderr}")
        if result.returncode:
            return
        if way == "emptied":
            with self.between_calls():
                os.rename(self.server, self.server + ".full")
                os.mkdir(self.server)
            time.sleep(self.rng.choice([0.2, 1, 3]))
            with self.between_calls():
                os.rmdir(self.server)
                os.rename(self.server + ".full", self.server)
            self.renumbered = True
            return
        away = self.folder + "/ballast.away"
        with self.between_calls():
            os.rename(self.server + "/ballast", away)
        for _ in range(3):
            result = self.command("sync", "--domain", machine, "--wait", "--timeout", "30s", check=False, timeout=60)
            if len(os.listdir(mount + "/ballast")) != 120:
                self.problems.append(f"mass: {len(os.listdir(mount + '/ballast'))} are left")
            if result.returncode:
                break
        else:
            self.problems.append(f"mass: {result}")
        for _ in range(5):
            self.here() if way == "restore" else self.step()
        if way == "back":
            with self.between_calls():
                os.rename(away, self.server + "/ballast")
            return
        if way == "accept":
            self.ballast = 0
        result = self.command("sync", "--domain", machine, "--accept-deletions" if way == "accept" else "--restore", check=False)
        self.note(f"{way}: {result.returncode} {result.stdout}{result.stderr}")

    # A reader of the changes

    def tail(self):
        cursor = self.folder + "/cursor"
        result = self.command("tail", "--domain", self.machines[0], "--container", "all", "--cursor-file", cursor, "--json")
        self.read_changes(result.stdout, self.known)

    @staticmethod
    def read_changes(lines, known):
        for line in lines.splitlines():
            change = json.loads(line)
            event, item = change["event"], change.get("item")
            if event == "drop-everything":
                known.clear()
            elif event in ("add", "update") and item:
                known[item] = (change["kind"], os.path.basename(change["path"]))
            elif event == "delete":
                known.pop(item, None)

    # A history

    def step(self):
        number = self.rng.randrange(23)
        if number < 8:
            self.here()
        elif number < 14:
            self.there()
        elif number < 20:
            try:
                if number < 17:
                    self.pass_by()
                else:
                    self.note(f"meeting {self.meeting()}")
            except (FileNotFoundError, NotADirectoryError) as error:
                # What is listed may go before it is looked at. The own tree is nobody else's.
                if "/own-machine" in str(error.filename):
                    raise
                self.note(str(error))
        else:
            time.sleep(self.rng.choice([0.05, 0.3, 1.0, 2.5, 4]))

    def play(self):
        problems = []
        try:
            for name in ["a", "f1/a", "f1/b", "f2/c", "f2/d/e", "f3/x"]:
                path = os.path.join(self.server, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                contents = f"edit 0 {name}".encode()
                put(path, contents)
                self.ever.add(contents)
                self.alive[contents] = "the beginning"
            os.mkdir(self.server + "/ballast")
            for number in range(120):
                put(f"{self.server}/ballast/{number}", f"ballast {number}".encode())
            os.mkdir(self.server + "/own-there")
            for machine in dict.fromkeys(self.machines):
                self.command("domain", "add", machine)
            self.start()
            self.own_here = []
            self.own_there = Place([self.server + "/own-there", self.folder + "/shadow-there"], NAMES)
            for machine, mount in dict(zip(self.machines, self.mounts)).items():
                os.mkdir(f"{mount}/own-{machine}")
                self.own_here.append(Place([f"{mount}/own-{machine}", f"{self.folder}/shadow-{machine}"], NAMES + ODD))
                # With two machines a command may start a provider with the notes of the other one.
                self.own_here[-1].run = self.command if self.options.machines == 1 else None
            self.places_of = {root: Place([root], NAMES[:8]) for root in [*self.mounts, self.server]}
            steps = self.options.steps or self.rng.randint(20, 80)
            mass = self.rng.randrange(steps * 3) if len(self.mounts) == 1 else steps
            for number in range(steps):
                if number == mass:
                    self.mass()
                self.step()
            problems = self.problems + self.rest()
        except Exception as error:  # pylint: disable=broad-except
            problems = [f"{type(error).__name__}: {error} line {error.__traceback__.tb_lineno}"]
            import traceback
            self.note(traceback.format_exc())
        finally:
            for timer in self.stopped:
                timer.join()
            problems += self.end(problems)
        return problems

    def rest(self):
        self.note("rest")
        for timer in self.stopped:
            timer.join()
        if os.path.exists(self.trap):
            os.unlink(self.trap)
        self.release()
        if self.rng.random() < 0.3:
            self.restart()
        for machine in self.machines:
            self.command("resume", "--domain", machine, check=False)
        deadline, looks, problems, there, here = time.time() + 90, 0, ["nothing was compared"], {}, {}
        # Beside other work a look may take longer than what one waits for.
        while problems and (time.time() < deadline or looks < 3):
            looks += 1
            self.note(f"looks, {len(problems)} problems: {problems[:1]}")
            problems, here = [], {}
            for machine in self.machines:
                result = self.command("sync", "--domain", machine, "--wait", "--timeout", "60s", check=False, timeout=120)
                if result.returncode:
                    problems.append(f"sync: {result.stdout}{result.stderr}")
                    if "deletion" in result.stdout + result.stderr:
                        self.note("accepted")
                        self.command("sync", "--domain", machine, "--accept-deletions", check=False)
            for machine in self.machines:
                waiting = self.command("pending", "--domain", machine, check=False).stdout
                if waiting:
                    problems.append(f"{machine} waits: {waiting}")
            try:
                there = snapshot(self.server, spell=False)
                for mount in self.mounts:
                    found = snapshot(mount)
                    problems += [f"{os.path.basename(mount)}: {problem}" for problem in self.compare(found, there)]
                    here.update({(os.path.basename(mount), key): item for key, item in found.items()})
            except OSError as error:
                problems.append(str(error))
            if problems:
                time.sleep(0.3)
        if not problems:
            problems = self.judge(there, here) + self.judge_rest()
        return problems

    def compare(self, here, there):
        problems = []
        for key in sorted(here.keys() | there.keys()):
            one, other = here.get(key), there.get(key)
            if key.startswith((".buried", "Rescued", ".Trash")):
                continue
            if one is None or not one.is_like(other):
                problems.append(f"{key!r}: here {one}, there {other}")
            elif abs(one.time - other.time) > 0.01:
                problems.append(f"{key!r}: time here {one.time}, there {other.time}")
        return problems

    def judge(self, there, here):
        problems = []
        for place in [*self.own_here, self.own_there]:
            name = os.path.basename(place.roots[0])
            wished = snapshot(place.roots[-1])
            found = {key[len(name) + 1:]: item for key, item in there.items() if key.startswith(name + "/")}
            for key in sorted(wished.keys() | found.keys()):
                one, other = wished.get(key), found.get(key)
                if one is None or not one.is_like(other):
                    problems.append(f"{name}/{key!r}: ought to be {one}, is {other}")
                elif one.time and one.time < 1.6e9 and abs(one.time - other.time) > 0.01:
                    problems.append(f"{name}/{key!r}: time ought to be {one.time}, is {other.time}")
                elif place != self.own_there and not self.renumbered and one.note != here[name[4:], name + "/" + key].note:
                    problems.append(f"{name}/{key!r}: note ought to be {one.note}, is {here[name[4:], name + '/' + key].note}")
        shared = {key: item for key, item in there.items() if not key.startswith(("own-", ".buried", "ballast"))}
        rescued = {key: item for (mount, key), item in here.items() if key.startswith("Rescued/")}
        contents = [item.contents if item.kind == "document" else b"-> " + os.fsencode(item.contents) for item in shared.values() if item.kind != "folder"]
        kept = set(contents) | {item.contents for item in rescued.values()} | {b"-> " + os.fsencode(item.contents) for item in rescued.values() if item.kind == "link"}
        problems += [f"lost: {short(text)} ({self.alive[text]})" for text in self.alive if text not in kept]
        for text in POOL:
            # Equal contents of two sides may have become one document.
            least = max(self.made_at[text, root] for root in self.places_of) - self.used_up[text]
            found = contents.count(text) + sum(item.contents == text for item in rescued.values())
            if text and found < least:
                problems.append(f"lost: {short(text)}, {found} of at least {least}")
        ever = self.ever.union(*(place.made for place in self.places_of.values()))
        problems += [f"torn: {key!r} {item}" for key, item in [*shared.items(), *rescued.items()] if item.kind == "document" and item.contents not in ever]
        copies = sum(contents.count(text) - 1 for text in set(contents) if text.startswith((b"edit", b"-> ")))
        if copies > self.faults:
            problems.append(f"{copies} copies of {[short(text) for text in set(contents) if contents.count(text) > 1]}")
        for key in shared:
            # Where items are named by path, what somebody changes while it has a name for the moment may keep that name.
            name = re.sub(r" \(conflict [^)]*\)( \d+)?| \(\d+\)" + (r"| \(moving \d+\)" if self.naming == "paths" else ""), "", os.path.basename(key))
            if name not in NAMES and not re.fullmatch(r"log\.\d|f\d|[a-ex]|.*~bak|.*tmp.*|\.a\.swp|4913|\.gout.*", name) and not any(len(n) > 200 and name[:100] == n[:100] for n in NAMES):
                problems.append(f"whose name is {key!r}?")
        if rescued:
            self.note(f"rescued: {[(key, str(item)) for key, item in rescued.items()]}")
        if sum(key.startswith("ballast/") for key in there) != self.ballast:
            problems.append(f"ballast ought to be {self.ballast}, is {sum(key.startswith('ballast/') for key in there)}")
        if not rescued:
            result = self.command("status", "--check", check=False)
            if result.returncode:
                problems.append(f"status: {result.stdout}{result.stderr}")
        return problems

    def judge_rest(self):
        problems, machine = [], self.machines[0]
        self.tail()
        fresh = {}
        result = self.command("tail", "--domain", machine, "--container", "all", "--since", "begin", "--json")
        self.read_changes(result.stdout, fresh)
        for key in fresh.keys() | self.known.keys():
            if fresh.get(key) != self.known.get(key):
                problems.append(f"a reader knows {self.known.get(key)}, there is {fresh.get(key)} ({key})")

        def moment():
            result = self.command("status", "--json", check=False)
            if not result.stdout:
                raise RuntimeError(f"status: {result.returncode} {result.stderr}")
            report = json.loads(result.stdout)
            spent = {}
            for process in self.processes():
                with open(f"/proc/{process}/stat") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
                spent[process] = int(fields[11]) + int(fields[12])
            return [domain["generation"] for domain in report["domains"]], spent
        for _ in range(10):
            generations, spent = moment()
            time.sleep(3)
            later, more = moment()
            # What was written becomes a recent some seconds later.
            if generations == later:
                break
        else:
            problems.append(f"goes on: {generations} {later}")
        for process in spent:
            if more.get(process, 0) - spent[process] > 60:
                problems.append(f"process {process} is busy: {more[process] - spent[process]} ticks in 3 s")
        for process in self.processes():
            files = []
            for name in os.listdir(f"/proc/{process}/fd"):
                try:
                    files.append(os.readlink(f"/proc/{process}/fd/{name}"))
                except OSError:
                    pass
            threads = len(os.listdir(f"/proc/{process}/task"))
            self.note(f"process {process}: {len(files)} files, {threads} threads")
            deleted = [file for file in files if "(deleted)" in file]
            if len(deleted) > 3 or len(files) > 150 or threads > 100:
                problems.append(f"process {process} has {len(files)} files, {threads} threads, deleted {deleted}")
        if not self.kills and not self.faults:
            left = os.listdir(self.folder + "/tmp")
            if left:
                problems.append(f"left in the folder for temporary files: {left}")
        return problems


def play(seed, naming, programs, arguments):
    history = Habits(seed, naming, programs, arguments)
    try:
        problems = history.play()
    except Exception as error:  # pylint: disable=broad-except
        problems = [f"{type(error).__name__}: {error}"]
    if arguments.keep and (problems or arguments.keep_all):
        os.makedirs(arguments.keep, exist_ok=True)
        put(f"{arguments.keep}/{seed}-{naming}", os.fsencode("\n".join(history.trace + problems) + "\n"))
        for name in ["data", "state"]:
            shutil.copytree(history.folder + "/" + name, f"{arguments.keep}/{seed}-{naming}.{name}", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.socket", "contents"))
    history.lock.close()
    shutil.rmtree(history.folder, ignore_errors=True)
    return history.faults, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    histories.add_arguments(parser)
    parser.add_argument("--steps", type=int, help="how many steps each has (default: 20 to 80)")
    parser.add_argument("--keep-all", action="store_true", help="keep the traces of all")
    histories.run(play, parser.parse_args())


if __name__ == "__main__":
    main()
