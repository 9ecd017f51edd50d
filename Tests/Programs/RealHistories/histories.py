#!/usr/bin/env python3
"""Random histories through real processes: a mount and a folder as the server, both edited, with processes that are killed and answers that are lost.

Each history makes a domain of its own, edits both sides, and kills the provider or the mount at any moment. Then both sides rest, and must be equal, with
nothing lost and nothing stolen:

- each text that nobody who had seen it replaced or deleted is at the server, or in Rescued;
- a tree that one side alone edits, with equal texts in it, is exactly what that side left, on both sides;
- there are no more copies than answers to creations that were lost;
- nothing waits.

A history's edits follow from its seed; how the processes meet does not.
"""

import argparse
import concurrent.futures
import contextlib
import ctypes
import fcntl
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

TEXTS = ["same", "like", "four", "text"]
LIBC = ctypes.CDLL(None, use_errno=True)
AT_FDCWD, RENAME_NOREPLACE = -100, 1


class Tree:
    """A tree that one side alone edits, and what it has to look like."""

    def __init__(self, root, name):
        self.root, self.name = root, name
        self.wished = {"": None}
        os.mkdir(self.path(""))

    def path(self, key):
        return os.path.join(self.root, self.name, key) if key else os.path.join(self.root, self.name)

    def below(self, key):
        return [other for other in self.wished if other == key or other.startswith(key + "/") or key == ""]

    def edit(self, rng):
        """Makes one change, and says which."""
        folders = [key for key, text in self.wished.items() if text is None]
        others = [key for key in self.wished if key]
        documents = [key for key in others if self.wished[key] is not None]
        folder = rng.choice(folders)
        new = (folder + "/" if folder else "") + rng.choice("abcdefg")
        kind = rng.randrange(10)
        if kind < 3 and new not in self.wished:
            self.wished[new] = rng.choice(TEXTS)
            write(self.path(new), self.wished[new])
            return f"make {new}"
        if kind == 3 and new not in self.wished:
            self.wished[new] = None
            os.mkdir(self.path(new))
            return f"mkdir {new}"
        if kind == 4 and documents:
            key = rng.choice(documents)
            self.wished[key] = rng.choice(TEXTS)
            write(self.path(key), self.wished[key])
            return f"write {key}"
        if kind == 5 and documents:
            key = rng.choice(documents)
            self.wished[key] = rng.choice(TEXTS)
            save(self.path(key), self.wished[key])
            return f"save {key}"
        if kind in (6, 7) and others:
            key = rng.choice(others)
            if new not in self.wished and not (new + "/").startswith(key + "/"):
                os.rename(self.path(key), self.path(new))
                for other in self.below(key):
                    self.wished[new + other[len(key):]] = self.wished.pop(other)
                return f"move {key} {new}"
        if kind == 8 and others:
            key = rng.choice(others)
            for other in self.below(key):
                del self.wished[other]
            for _ in remove(self.path(key)):
                pass
            return f"remove {key}"
        return None


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def make(path, text):
    """Makes a document where nothing is: something may have come since one looked."""
    with open(path, "x") as file:
        file.write(text)


def move(path, new):
    """Moves an item to where nothing is."""
    if LIBC.renameat2(AT_FDCWD, os.fsencode(path), AT_FDCWD, os.fsencode(new), RENAME_NOREPLACE):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), path, None, new)


def bury(path):
    """Keeps the inode of a document at the server, by which it is known: no other gets it."""
    if "/there/" in path and os.path.isfile(path) and not os.path.islink(path):
        graveyard = path[: path.index("/there/") + 6] + ".buried"
        os.makedirs(graveyard, exist_ok=True)
        os.link(path, os.path.join(graveyard, os.urandom(8).hex()))


def save(path, text):
    """Replaces a document by renaming, as editors do, and returns what was there."""
    bury(path)
    temporary = os.path.join(os.path.dirname(path), f".save-{os.urandom(4).hex()}")
    write(temporary, text)
    old = read(path)
    os.rename(temporary, path)
    return old


def remove(path):
    """Removes an item with all that is in it, one by one as it is seen, and yields the texts."""
    if os.path.islink(path):
        os.unlink(path)
    elif os.path.isdir(path):
        for name in os.listdir(path):
            yield from remove(os.path.join(path, name))
        os.rmdir(path)
    else:
        with open(path) as file:
            text = file.read()
        bury(path)
        os.unlink(path)
        yield text


def read(path):
    try:
        with open(path) as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return None


def snapshot(root):
    """All below a folder by paths: the text of a document, None for a folder, the target of a link."""
    tree = {}
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            path = os.path.join(folder, name)
            key = os.path.relpath(path, root)
            if os.path.islink(path):
                tree[key] = "-> " + os.readlink(path)
            elif os.path.isdir(path):
                tree[key] = None
            else:
                with open(path) as file:
                    tree[key] = file.read()
    return tree


class History:
    def __init__(self, seed, naming, programs, machines):
        self.seed, self.naming, self.programs = seed, naming, programs
        self.provider = programs["command" if naming == "webdav" else naming]
        self.rng = random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix=f"history-{seed}-")
        self.machines = [f"machine{number}" for number in range(machines)]
        self.mounts = [os.path.join(self.folder, machine) for machine in self.machines]
        self.server = os.path.join(self.folder, "there")
        for name in [*self.machines, "there", "home", "data", "run", "config", "cache", "state"]:
            os.mkdir(os.path.join(self.folder, name), 0o700)
        self.trap = os.path.join(self.folder, "trap")
        self.lock = open(os.path.join(self.folder, "lock"), "w")
        self.environment = dict(
            os.environ, HOME=self.folder + "/home", XDG_DATA_HOME=self.folder + "/data", XDG_RUNTIME_DIR=self.folder + "/run",
            XDG_CONFIG_HOME=self.folder + "/config", XDG_CACHE_HOME=self.folder + "/cache", XDG_STATE_HOME=self.folder + "/state",
            PROVIDER_FOLDER=self.server, PROVIDER_LATENCY=str(self.rng.choice([0, 5, 20])), PROVIDER_TRAP=self.trap, PROVIDER_LOCK=self.lock.name,
            DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent")
        self.trace, self.number, self.faults, self.dav = [], 0, 0, None
        self.alive, self.dead = {}, set()

    def note(self, line):
        self.trace.append(f"{time.time():.3f} {line}")

    def run(self, *words, program=None, check=True, timeout=60):
        try:
            result = subprocess.run(
                [program or self.provider, *words], env=self.environment, cwd=self.folder, text=True, capture_output=True,
                timeout=timeout)
        except subprocess.TimeoutExpired:
            self.note_threads()
            raise
        if check and result.returncode:
            raise RuntimeError(f"{words}: {result.returncode} {result.stdout} {result.stderr}")
        return result

    def serve(self):
        """Starts the WebDAV server, on the port that it had, and waits until it answers."""
        if not self.dav:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
        self.dav = subprocess.Popen(
            [self.programs["webdav"], "--host", "127.0.0.1", "--port", str(self.port), "--root", self.server, "--auth", "anonymous",
             "--no-config", "--quiet"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise RuntimeError("the WebDAV server does not answer")

    def stop_serving(self):
        self.dav.kill()
        self.dav.wait()

    def start(self):
        for machine, mount in zip(self.machines, self.mounts):
            for _ in range(100):
                result = self.run("mount", "--domain", machine, "--no-restart", mount, check=False)
                if result.returncode == 0:
                    break
                # The one before may be on its way out.
                subprocess.run(["fusermount3", "-uz", mount], capture_output=True)
                time.sleep(0.1)
            else:
                raise RuntimeError(f"it does not mount: {result.stderr}")

    def unmount(self):
        for mount in self.mounts:
            subprocess.run(["fusermount3", "-uz", mount], capture_output=True)

    def command(self, *words, **options):
        return self.run(*words, program=self.programs["command"], **options)

    def processes(self):
        """The processes that serve this history, by their environment."""
        found = []
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                with open(f"/proc/{entry}/environ", "rb") as file:
                    if f"PROVIDER_FOLDER={self.server}".encode() not in file.read():
                        continue
                with open(f"/proc/{entry}/stat") as file:
                    if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                        continue
            except OSError:
                continue
            found.append(int(entry))
        return found

    def note_threads(self):
        """Notes what each thread of the processes waits for, and the nanoseconds that it has run and has waited for a processor."""
        for process in self.processes():
            for thread in sorted(os.listdir(f"/proc/{process}/task")):
                facts = [read(f"/proc/{process}/task/{thread}/{name}") or "" for name in ["comm", "wchan", "syscall", "schedstat"]]
                self.note(f"process {process}, thread {thread}: {' '.join(fact.strip() for fact in facts)}")

    def kill(self):
        self.faults += 1
        victims = self.processes()
        if self.rng.random() < 0.4 and victims:
            victims = [self.rng.choice(victims)]
        for process in victims:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.note(f"killed {len(victims)}")
        self.restart()

    def restart(self):
        time.sleep(self.rng.choice([0, 0.05, 0.3]))
        for process in self.processes():
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.unmount()
        self.start()

    # What happens

    def text(self):
        self.number += 1
        # Of two texts of one size in one second a WebDAV server may say that they are the same.
        return f"edit {self.number}" + (" " + "." * self.number if self.dav else "")

    def seen(self, *texts):
        for text in texts:
            if text in self.alive:
                del self.alive[text]
                self.dead.add(text)

    def places(self, root):
        places = []
        for folder, folders, files in os.walk(root):
            folders[:] = [name for name in folders if not name.startswith(("own-", "Rescued"))]
            for name in folders + files:
                if not name.startswith(".save-"):
                    places.append(os.path.join(folder, name))
        return sorted(places)

    def edit(self, root):
        rng, side = self.rng, os.path.basename(root)
        places = self.places(root)
        folders = [path for path in places if os.path.isdir(path) and not os.path.islink(path)] + [root]
        documents = [path for path in places if os.path.isfile(path) and not os.path.islink(path)]
        new = os.path.join(rng.choice(folders), f"n{rng.randrange(6)}")
        kind = rng.randrange(15)
        path = rng.choice(documents) if documents and kind in (4, 5, 6, 7) else rng.choice(places) if places else None
        text, said = self.text(), None
        if kind < 3 and not os.path.lexists(new):
            make(new, text)
            self.alive[text] = said = f"make {new}"
        elif kind == 3 and not os.path.lexists(new):
            os.mkdir(new)
            said = f"mkdir {new}"
        elif kind in (4, 5) and path and path in documents:
            with open(path, "r+") as file:
                old = file.read()
                file.seek(0)
                file.truncate()
                file.write(text)
            self.seen(old)
            self.alive[text] = said = f"write {path} over {old}"
        elif kind in (6, 7) and path and path in documents:
            old = save(path, text)
            self.seen(old)
            self.alive[text] = said = f"save {path} over {old}"
        elif kind in (8, 9, 10) and path and not os.path.lexists(new) and not (new + "/").startswith(path + "/"):
            move(path, new)
            said = f"move {path} to {new}"
        elif kind == 11 and path:
            texts = []
            for removed in remove(path):
                texts.append(removed)
                self.seen(removed)
            said = f"remove {path}, {texts}"
        elif kind == 12 and path and rng.random() < 0.5:
            os.chmod(path, 0o700 if os.path.isdir(path) else rng.choice([0o600, 0o700, 0o400, 0o644]), follow_symlinks=True)
            said = f"chmod {path}"
        elif kind == 13 and path:
            # What is here of it may be the place alone, until somebody reads it.
            said = f"read {path}: {read(path)}"
        elif kind == 14 and path and root in self.mounts:
            self.command("evict", "--domain", side, "/" + os.path.relpath(path, root), check=False)
            said = f"evict {path}"
        if said:
            self.note(f"{side}: {said} “{text}”")

    @contextlib.contextmanager
    def between_calls(self):
        """Keeps the provider from calls, so that none of them falls into the middle of an edit, nor the edit into the middle of one. A WebDAV server goes on:
        between its question and its call would lie the edit."""
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self.lock, fcntl.LOCK_UN)

    def there(self):
        with self.between_calls():
            try:
                if self.rng.random() < 0.3:
                    said = self.own_there.edit(self.rng)
                    if said:
                        self.note(f"there, own: {said}")
                else:
                    self.edit(self.server)
            except (OSError, UnicodeDecodeError) as error:
                # The provider of a WebDAV server goes on meanwhile.
                self.note(f"there: {error}")

    def here(self):
        number = self.rng.randrange(len(self.mounts))
        try:
            if self.rng.random() < 0.3:
                said = self.own_here[number].edit(self.rng)
                if said:
                    self.note(f"{self.machines[number]}, own: {said}")
            else:
                self.edit(self.mounts[number])
        except (OSError, UnicodeDecodeError) as error:
            # What is listed may go before it is touched. The own tree is nobody else's.
            self.note(f"{self.machines[number]}: {error}")

    def step(self):
        number = self.rng.randrange(22)
        if number < 9:
            self.here()
        elif number < 15:
            self.there()
        elif number == 15:
            self.kill()
        elif number == 16:
            call = self.rng.choice(["createItem", "modifyItem", "deleteItem"])
            write(self.trap + ".new", call)
            os.rename(self.trap + ".new", self.trap)
            self.faults += 1
            self.note(f"trap for {call}")
        elif number == 17:
            self.command("sync", "--domain", self.rng.choice(self.machines), check=False)
            self.note("synchronized")
        elif number == 18 and self.dav:
            self.stop_serving()
            time.sleep(self.rng.random())
            self.serve()
            self.faults += 1
            self.note("was away")
        elif number == 18:
            with self.between_calls():
                os.rename(self.server, self.server + ".away")
            time.sleep(self.rng.random())
            with self.between_calls():
                os.rename(self.server + ".away", self.server)
            self.note("was away")
        else:
            time.sleep(self.rng.choice([0.05, 0.3, 1.0, 2.5]))

    def play(self):
        problems = []
        try:
            for name, text in {"a": "alpha", "folder/b": "beta", "folder/c": "gamma", "folder/d/e": "delta"}.items():
                os.makedirs(os.path.dirname(os.path.join(self.server, name)), exist_ok=True)
                write(os.path.join(self.server, name), text)
            self.own_there = Tree(self.server, "own-there")
            options = []
            if self.naming == "webdav":
                self.serve()
                options = ["--webdav", f"http://127.0.0.1:{self.port}/"]
            for machine in self.machines:
                self.command("domain", "add", machine, *options)
            self.start()
            self.own_here = []
            for machine, mount in zip(self.machines, self.mounts):
                list(os.walk(mount))
                self.own_here.append(Tree(mount, "own-" + machine))
            for _ in range(self.rng.randint(15, 45)):
                self.step()
            problems = self.rest()
        except Exception as error:  # pylint: disable=broad-except
            problems = [f"{type(error).__name__}: {error}"]
        finally:
            problems += self.end(problems)
        return problems

    # The end

    def rest(self):
        self.note("rest")
        if os.path.exists(self.trap):
            os.unlink(self.trap)
        self.restart()
        deadline, difference, there = time.time() + 60, ["nothing was compared"], None
        while time.time() < deadline:
            difference, waiting, rescued = [], "", {}
            for machine in self.machines:
                self.command("sync", "--domain", machine, check=False, timeout=90)
            try:
                there = snapshot(self.server)
                for machine, mount in zip(self.machines, self.mounts):
                    waiting += self.command("pending", "--domain", machine, check=False).stdout
                    here = snapshot(mount)
                    for key in [key for key in here if key.startswith("Rescued")]:
                        rescued[machine + key] = here.pop(key)
                    difference += [
                        f"{key}: on {machine} {here.get(key, 'missing')!r}, there {there.get(key, 'missing')!r}"
                        for key in sorted(here.keys() | there.keys()) if here.get(key, 0) != there.get(key, 0)]
            except OSError as error:
                difference, there = [str(error)], None
                time.sleep(0.3)
                continue
            if not difference and not waiting:
                break
            time.sleep(0.3)
        problems = [f"differs: {line}" for line in difference]
        if waiting:
            problems.append(f"waits: {waiting.strip()}")
        return problems + (self.judge(there, rescued) if there is not None else [])

    def judge(self, there, rescued):
        problems = []
        texts = [text for text in there.values() if text is not None]
        kept = set(texts) | {text for text in rescued.values() if text is not None}
        problems += [f"lost: {text} ({self.alive[text]})" for text in self.alive if text not in kept]
        copies = sum(texts.count(text) - 1 for text in set(texts) if text.startswith("edit"))
        if copies > self.faults:
            twice = [text for text in set(texts) if text.startswith("edit") and texts.count(text) > 1]
            problems.append(f"{copies} copies of {twice}")
        # Where a path is all that there is of an item, what others move is a new one, whatever is to become of the old one.
        if not self.faults and self.naming == "numbers":
            problems += [f"came back: {text}" for text in sorted(self.dead) if text in texts]
        for tree in [*self.own_here, self.own_there]:
            found = {key[len(tree.name) + 1:]: text for key, text in there.items() if key.startswith(tree.name + "/")}
            wished = {key: text for key, text in tree.wished.items() if key}
            problems += [
                f"{tree.name}/{key}: {found.get(key, 'missing')!r}, ought to be {wished.get(key, 'missing')!r}"
                for key in sorted(found.keys() | wished.keys()) if found.get(key, 0) != wished.get(key, 0)]
        return problems

    def end(self, problems):
        found = []
        for machine in self.machines if not problems else []:
            try:
                check = self.command("check", "--domain", machine, check=False)
                if check.returncode:
                    found.append(f"check of {machine}: {check.stdout}{check.stderr}")
            except subprocess.TimeoutExpired as error:
                found.append(str(error))
        try:
            self.run("unmount", *self.mounts, check=False)
        except subprocess.TimeoutExpired as error:
            found.append(str(error))
        for process in self.processes():
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.unmount()
        if self.dav:
            self.stop_serving()
        return found


def play(seed, naming, programs, arguments):
    """Plays one history: the number of its faults, and what is wrong at its end."""
    history = History(seed, naming, programs, arguments.machines)
    try:
        problems = history.play()
    except Exception as error:  # pylint: disable=broad-except
        problems = [f"{type(error).__name__}: {error}"]
    if problems and arguments.keep:
        os.makedirs(arguments.keep, exist_ok=True)
        write(f"{arguments.keep}/{seed}-{naming}", "\n".join(history.trace + problems) + "\n")
        for name in ["data", "state"]:
            shutil.copytree(
                history.folder + "/" + name, f"{arguments.keep}/{seed}-{naming}.{name}", dirs_exist_ok=True,
                ignore=shutil.ignore_patterns("*.socket"))
    history.lock.close()
    shutil.rmtree(history.folder, ignore_errors=True)
    return history.faults, problems


def add_arguments(parser):
    parser.add_argument("first", type=int, help="the first seed")
    parser.add_argument("count", type=int, help="how many histories")
    parser.add_argument("--programs", default=".build/debug", help="where the programs are (default: %(default)s)")
    parser.add_argument("--naming", choices=["paths", "numbers", "both", "webdav"], default="both",
                        help="how the provider names its items, or a WsgiDAV in place of the folder (default: %(default)s)")
    parser.add_argument("--wsgidav", default=".build/tests/wsgidav/bin/wsgidav", help="the WsgiDAV (default: %(default)s)")
    parser.add_argument("--machines", type=int, default=1, help="how many share the server, which has to be a WsgiDAV (default: %(default)s)")
    parser.add_argument("--at-once", type=int, default=4, help="how many histories run at a time (default: %(default)s)")
    parser.add_argument("--keep", help="a folder for the traces of those that fail")


def run(play, arguments):
    """Plays histories, some at a time, and ends with a status of 1 where one of them is broken."""
    place = os.path.abspath(arguments.programs)
    programs = {"paths": place + "/FolderFixture", "numbers": place + "/NumberedFixture", "command": place + "/fileprovider",
                "webdav": os.path.abspath(arguments.wsgidav)}
    namings = ["paths", "numbers"] if arguments.naming == "both" else [arguments.naming]
    seeds = [(seed, namings[seed % len(namings)]) for seed in range(arguments.first, arguments.first + arguments.count)]
    failed = []
    # Each in a process of its own: what a history has looked at is not to change because another one has its turn.
    with concurrent.futures.ProcessPoolExecutor(arguments.at_once) as pool:
        plays = {pool.submit(play, seed, naming, programs, arguments): (seed, naming) for seed, naming in seeds}
        for done in concurrent.futures.as_completed(plays):
            seed, naming = plays[done]
            faults, problems = done.result()
            if problems:
                failed.append(seed)
                print(f"seed {seed}, {naming}, {faults} faults:")
                for problem in problems:
                    print(f"  {problem}")
                sys.stdout.flush()
    print(f"{arguments.count} histories from seed {arguments.first}: {len(failed)} broken" + (f" {sorted(failed)}" if failed else ""))
    sys.exit(1 if failed else 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    run(play, parser.parse_args())


if __name__ == "__main__":
    main()
