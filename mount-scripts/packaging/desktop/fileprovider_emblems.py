"""Shows in Nautilus, Nemo and Caja where the documents of a mount are, and offers to keep them on this machine.

The file is installed for each of the three, which have the same interface. It reads six extended attributes of what is shown and calls
“fileprovider”, both through GIO, which waits in threads of its own: a mount that does not answer does not stop the file manager. Threads of Python
would not run, since the file manager has Python's lock while it waits.
"""

import importlib
import os
import time

import gi
from gi.repository import Gio, GLib, GObject

# Which of the three has loaded this file: Nautilus has it in nautilus-python/extensions.
_PLACE = os.path.basename(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_MODULE = {"nemo-python": "Nemo", "caja-python": "Caja"}.get(_PLACE, "Nautilus")
FileManager = importlib.import_module("gi.repository." + _MODULE)

PROGRAM = os.environ.get("FILEPROVIDER_PROGRAM", "fileprovider")
# Seconds after which what is not uploaded yet is looked at again.
AGAIN = 3
# More items are not remembered.
MOST_KNOWN = 10_000

EMBLEMS = {
    "dataless": "emblem-fileprovider-online",
    "partial": "emblem-fileprovider-online",
    "waiting": "emblem-fileprovider-uploading",
    "uploading": "emblem-fileprovider-uploading",
    "refused": "emblem-fileprovider-error",
    "conflict": "emblem-fileprovider-conflict",
    "pinned": "emblem-fileprovider-pinned",
}


class Mounts:
    """Where our mounts are, as the kernel lists them."""

    def __init__(self):
        self._read = -1.0
        self._places = []

    def place(self, path):
        """The mount that a path is in, or None."""
        now = time.monotonic()
        if now - self._read > 1:
            self._read, self._places = now, self._list()
        return next((place for place in self._places if path == place or path.startswith(place + "/")), None)

    @staticmethod
    def _list():
        places = []
        with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as lines:
            for line in lines:
                words, _, rest = line.partition(" - ")
                if rest.startswith("fuse.fileprovider "):
                    # proc(5) writes blanks and backslashes in octal.
                    place = words.split(" ")[4]
                    for code, character in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
                        place = place.replace(code, character)
                    places.append(place)
        return places


ATTRIBUTES = ",".join("xattr::fileprovider." + name for name in ("pinned", "provider", "links", "conflict", "upload", "state"))


def words_of(info):
    """What is known of an item: “pinned”, “provided” in a provider's domain, “linked” where it can have a link, “conflict”, and the state of its upload or of its contents."""
    words = ["pinned"] if info.get_attribute_as_string("xattr::fileprovider.pinned") == "1" else []
    if info.get_attribute_as_string("xattr::fileprovider.provider"):
        words.append("provided")
    if info.get_attribute_as_string("xattr::fileprovider.links") == "1":
        words.append("linked")
    if info.get_attribute_as_string("xattr::fileprovider.conflict") == "1":
        words.append("conflict")
    upload = info.get_attribute_as_string("xattr::fileprovider.upload")
    return words + [upload or info.get_attribute_as_string("xattr::fileprovider.state")]


def copy(text):
    """Puts a text into the clipboard; returns whether it could, since the file manager may do without GTK for Python."""
    # That of the file manager's own GTK, and no other: two versions in one process crash it.
    version = "4.0" if FileManager._version.startswith("4") else "3.0"
    try:
        gi.require_version("Gdk", version)
        gi.require_version("Gtk", version)
        from gi.repository import Gdk, Gtk
    except (ImportError, ValueError):
        return False
    if version == "3.0":
        Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).set_text(text, -1)
    else:
        Gdk.Display.get_default().get_clipboard().set_content(Gdk.ContentProvider.new_for_value(text))
    return True


class FileProviderEmblems(GObject.GObject, FileManager.InfoProvider, FileManager.MenuProvider):
    def __init__(self):
        super().__init__()
        self._mounts = Mounts()
        # What was read last, so that menus need no query; what was read and not shown yet; and what is read again soon.
        self._known = {}
        self._answers = {}
        self._timed = set()

    # Emblems.

    def update_file_info(self, file):
        path = self._path(file)
        if path is None:
            return FileManager.OperationResult.COMPLETE
        # This call follows our own invalidation.
        words = self._answers.pop(path, None)
        if words is None:
            file.get_location().query_info_async(
                ATTRIBUTES, Gio.FileQueryInfoFlags.NOFOLLOW_SYMLINKS, GLib.PRIORITY_DEFAULT, None, self._show, path, file
            )
            # Shown until the answer comes, so that nothing flickers.
            words = self._known.get(path, [])
        for word in words:
            if word in EMBLEMS:
                file.add_emblem(EMBLEMS[word])
        return FileManager.OperationResult.COMPLETE

    def _show(self, location, result, path, file):
        try:
            words = words_of(location.query_info_finish(result))
        except GLib.Error:
            return
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
            self._answers.clear()
        has_changed = self._known.get(path, []) != words
        self._known[path] = words
        if has_changed:
            self._answers[path] = words
            file.invalidate_extension_info()
        if ("waiting" in words or "uploading" in words) and path not in self._timed and not file.is_gone():
            self._timed.add(path)
            GLib.timeout_add_seconds(AGAIN, self._look_again, path, file)

    def _look_again(self, path, file):
        self._timed.discard(path)
        file.invalidate_extension_info()
        return False

    # Menus.

    def get_file_items(self, *arguments):
        # Before version 4, Nautilus passes its window first; Nemo and Caja do.
        files = arguments[-1]
        paths = [self._path(file) for file in files]
        if not paths or None in paths:
            return []
        words = [self._known.get(path, []) for path in paths]
        is_pinned = all("pinned" in known for known in words)
        choices = [("unpin", "No Longer Keep on This Computer")] if is_pinned else [("pin", "Keep on This Computer")]
        choices.append(("favorite", "Add to Favourites"))
        if len(words) == 1 and "linked" in words[0]:
            choices.append(("link", "Copy Link"))
        # A local domain has its contents nowhere else.
        is_provided = all("provided" in known for known in words)
        if is_provided and not is_pinned and not all("dataless" in known for known in words):
            choices.append(("evict", "Free Up Space"))
        return [self._item(command, label, paths, files) for command, label in choices]

    def get_background_items(self, *arguments):
        return []

    def _item(self, command, label, paths, files):
        item = FileManager.MenuItem(name="FileProvider::" + command, label=label, tip="")
        item.connect("activate", self._run, command, paths, files)
        return item

    def _run(self, _item, command, paths, files):
        flags = Gio.SubprocessFlags.STDOUT_PIPE | Gio.SubprocessFlags.STDERR_PIPE
        try:
            process = Gio.Subprocess.new([PROGRAM, command, "--", *paths], flags)
        except GLib.Error as error:
            return self._report(error.message)
        process.communicate_utf8_async(None, None, self._ended, command, files)

    def _ended(self, process, result, command, files):
        _, text, message = process.communicate_utf8_finish(result)
        if not process.get_successful():
            self._report(message.strip())
        elif command == "link":
            link = text.strip()
            self._report("Link copied" if copy(link) else link, "dialog-information")
        for file in files:
            file.invalidate_extension_info()

    @staticmethod
    def _report(message, icon="dialog-error"):
        try:
            Gio.Subprocess.new(["notify-send", "--icon=" + icon, "fileprovider", message], Gio.SubprocessFlags.NONE)
        except GLib.Error:
            print("fileprovider:", message)

    def _path(self, file):
        """The path of a file in one of our mounts, or None."""
        location = file.get_location()
        path = location.get_path() if location is not None else None
        return path if path is not None and self._mounts.place(path) is not None else None
