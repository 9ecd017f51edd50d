import Foundation
import TestSupport
import Testing

extension MountTests {
  /// Names are bytes: two that differ in one byte that is not UTF-8 are two, on a mount and to every command.
  @Suite(.enabled(if: Machine.installed("python3") != nil, "python3 is not installed")) struct NameBytesTests {
    /// `a` and `b` differ in one invalid byte, `literal` looks like the spelling of `a`.
    private static let start = #"""
      import base64, ctypes, json, os, subprocess, sys, time
      program, mount, folder = sys.argv[1:4]
      a, b, literal = b"caf\xe9.txt", b"caf\xe8.txt", b"caf\\xe9.txt"
      A, B, LITERAL = "caf\\xe9.txt", "caf\\xe8.txt", "caf\\x5cxe9.txt"
      def run(*words, status=0):
        done = subprocess.run([program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert done.returncode == status, (words, done)
        return done.stdout.decode()
      def lines(*words): return [json.loads(line) for line in run(*words).splitlines()]
      def write(path, text):
        with open(path, "wb") as file: file.write(text)
      def read(path):
        with open(path, "rb") as file: return file.read()
      def bytes_of(line, key="path"): return base64.b64decode(line[key + "Bytes"])
      def make():
        for name in (a, b, literal): write(name, name)

      """#

    private func python(
      _ script: String, _ sandbox: Sandbox? = nil, at location: SourceLocation = #_sourceLocation
    ) throws {
      let sandbox = try sandbox ?? Sandbox()
      if !sandbox.isMounted { try sandbox.mount() }
      try Data((Self.start + script).utf8).write(to: URL(fileURLWithPath: sandbox.folder + "/script.py"))
      let program = try #require(Machine.built("fileprovider"))
      let result = try sandbox.shell("cd $M && python3 $S/script.py '\(program)' $M $S", seconds: 120)
      #expect(result.status == 0, "\(result)", sourceLocation: location)
    }

    /// Made, listed, looked up, renamed, exchanged, removed; links, folders and names of attributes; after a remount, too.
    @Test func `a mount`() throws {
      let sandbox = try Sandbox()
      try python(
        #"""
        make()
        assert sorted(os.listdir(b".")) == sorted([a, b, literal])
        for name in (a, b, literal): assert read(name) == name
        os.rename(a, b)
        assert read(b) == a and not os.path.exists(a)
        libc = ctypes.CDLL(None, use_errno=True)
        assert libc.renameat2(-100, b, -100, literal, 2) == 0
        assert read(b) == literal and read(literal) == a
        os.unlink(literal); os.symlink(b, b"link\xff"); os.mkdir(b"dir\xff")
        assert os.readlink(b"link\xff") == b and read(b"link\xff") == literal
        write(b"dir\xff/" + a, b"inner")
        for name in (b"user.\xe9", b"user.\xe8", b"user.\\xe9"): os.setxattr(b"dir\xff", name, name)
        size = libc.listxattr(b"dir\xff", None, 0); buffer = ctypes.create_string_buffer(size)
        assert libc.listxattr(b"dir\xff", buffer, size) == size
        assert sorted(buffer.raw.split(b"\0")[:-1]) == [b"user.\\xe9", b"user.\xe8", b"user.\xe9"], buffer.raw
        assert os.getxattr(b"dir\xff", b"user.\xe8") == b"user.\xe8"
        os.removexattr(b"dir\xff", b"user.\xe8")
        """#, sandbox)
      try sandbox.unmount()
      try python(
        #"""
        assert sorted(os.listdir(b".")) == sorted([b, b"dir\xff", b"link\xff"]), os.listdir(b".")
        assert read(b"dir\xff/" + a) == b"inner" and read(b"link\xff") == literal
        assert os.getxattr(b"dir\xff", b"user.\xe9") == b"user.\xe9"
        """#, sandbox)
    }

    /// Every command prints the spelling and takes it as a path; one that is given bytes takes those; JSON has them in base64.
    @Test func `commands`() throws {
      try python(
        #"""
        make(); os.sync()
        assert sorted(run("ls", "/").splitlines()) == sorted([A, B, LITERAL])
        for path, name in ((A, a), (B, b), (LITERAL, literal), (b"/" + a, a), (b"/" + b, b), (mount + "/" + A, a)):
          assert subprocess.check_output([program, "cat", path]) == name
          found, = lines("stat", "--json", path)
          assert found["name"] in (A, B, LITERAL) and base64.b64decode(found["nameBytes"]) == name, found
          assert bytes_of(found) == b"/" + name and found["path"] == "/" + found["name"]
        run("stat", "/caf\\xc3\\xa9", status=1)
        run("mv", A, "/caf\\xe7.txt"); run("mkdir", b"/made\xfe"); run("cp", B, "/made\\xfe/")
        assert sorted(os.listdir(b".")) == sorted([b"caf\xe7.txt", b, literal, b"made\xfe"])
        assert os.listdir(b"made\xfe") == [b]
        plain = lines("ls", "--json", "/made\\xfe")
        assert [bytes_of(line) for line in plain] == [b"/made\xfe/" + b]
        run("mkdir", "/plain"); found, = lines("stat", "--json", "/plain")
        assert not [key for key in found if key.endswith("Bytes")], found
        run("tag", B, "+red"); found, = lines("working-set", "tags", "--json")
        assert bytes_of(found) == b"/" + b
        view = b".fileprovider/working-set/tags/red"
        assert os.listdir(view) == [b] and os.readlink(view + b"/" + b) == b"../../../../" + b and read(view + b"/" + b) == b
        found = lines("search", "--all", "--json", "caf\\xe7")
        assert bytes_of(found[0]) == b"/caf\xe7.txt", found
        run("check"); run("rm", "/" + LITERAL)
        assert not os.path.exists(literal)
        """#)
    }

    @Test func `the feed tells names by their bytes, now and before, and goes on from an anchor`() throws {
      try python(
        #"""
        make(); os.mkdir(b"dir\xff"); os.rename(a, b"dir\xff/" + a); os.sync()
        cursor = folder + "/cursor"
        def tail(*words): return lines("tail", "--container", "all", "--json", *words)
        first = tail("--since", "begin")
        paths = {base64.b64decode(line["pathBytes"]) for line in first if "pathBytes" in line}
        assert paths == {b"/dir\xff", b"/dir\xff/" + a, b"/" + b, b"/" + literal}, first
        anchor = first[-1]["anchor"]
        os.rename(b, b"caf\xe7.txt"); os.unlink(literal); os.sync()
        news = [line for line in tail("--since", anchor) if line["event"] in ("update", "delete") and line["kind"] == "file"]
        assert [(line["event"], line["path"], bytes_of(line)) for line in news] == [
          ("update", "/caf\\xe7.txt", b"/caf\xe7.txt"), ("delete", "/" + LITERAL, b"/" + literal)], news
        assert news[0]["previousPath"] == "/" + B and bytes_of(news[0], "previousPath") == b"/" + b
        below = lines("tail", "--container", b"/dir\xff", "--json", "--since", "begin")
        assert bytes_of(below[1]) == b"/dir\xff/" + a, below
        """#)
    }

    /// Import and export bring every name, target and attribute as it is, also what is named on the command line; `--delete` finds them again.
    @Test func `import and export`() throws {
      try python(
        #"""
        source = os.fsencode(folder) + b"/source\xfe"; os.mkdir(source)
        for name in (a, b, literal): write(source + b"/" + name, name)
        os.mkdir(source + b"/sub\xff"); write(source + b"/sub\xff/" + a, b"inner")
        os.symlink(b"to\xff", source + b"/link"); os.setxattr(source + b"/" + a, b"user.\xe9", b"value")
        run("import", source)
        run("import", source)
        def tree(top):
          found = []
          for path, folders, files in os.walk(top):
            for name in folders + files: found.append(os.path.join(path, name)[len(top):])
          return sorted(found)
        assert tree(b"source\xfe") == tree(source) and read(b"source\xfe/" + literal) == literal
        os.unlink(source + b"/" + b); run("import", "--delete", source)
        assert tree(b"source\xfe") == tree(source)
        target = os.fsencode(folder) + b"/target\xfd"
        run("export", "/source\\xfe", target)
        assert tree(target + b"/source\xfe") == tree(source)
        assert os.readlink(target + b"/source\xfe/link") == b"to\xff"
        assert os.getxattr(target + b"/source\xfe/" + a, b"user.\xe9") == b"value"
        run("import", os.fsencode(folder) + b"/missing\xff", status=1)
        write(source + b"/top\xff", b"top"); run("import", source + b"/top\xff"); assert read(b"top\xff") == b"top"
        """#)
    }

    /// The trash on the mount and in commands: by name, by path, as bytes and as spelled; `.trashinfo` has percent-encoded bytes.
    @Test func `the trash`() throws {
      try python(
        #"""
        os.mkdir(b"dir\xff"); make(); write(b"dir\xff/" + a, b"inner")
        trash = b".Trash-%d" % os.getuid()
        run("trash", "put", "dir\\xff/" + A, b"/" + b, "/" + LITERAL)
        found = {base64.b64decode(line["originalPathBytes"]): line for line in lines("trash", "list", "--json")}
        assert set(found) == {b"/dir\xff/" + a, b"/" + b, b"/" + literal}, found
        assert b"Path=dir%FF/caf%E9.txt\n" in read(trash + b"/info/" + a + b".trashinfo")
        assert sorted(os.listdir(trash + b"/files")) == sorted([a, b, literal])
        run("trash", "restore", A); assert read(b"dir\xff/" + a) == b"inner"
        run("trash", "restore", b"/" + b); assert read(b) == b
        write(trash + b"/info/" + b + b".trashinfo", b"[Trash Info]\nPath=dir%FF/was%FE\nDeletionDate=2024-01-02T03:04:05\n")
        os.rename(b, trash + b"/files/" + b)
        assert b"Path=dir%FF/was%FE\n" in read(trash + b"/info/" + b + b".trashinfo")
        run("trash", "restore", "dir\\xff/was\\xfe"); assert read(b"dir\xff/was\xfe") == b
        """#)
    }

    /// A name may begin with an accent, which Swift takes for one character with the slash or the dot before it: paths, views, the trash and
    /// names of attributes go by bytes.
    @Test func `accents at the beginning`() throws {
      try python(
        #"""
        accent = b"\xcc\x81"; top, inner = accent + b"top", b"dir/" + accent + b"inner"
        os.mkdir(b"dir"); write(top, b"top"); write(inner, b"inner"); os.setxattr(top, b"user." + accent, b"x")
        assert os.listxattr(top) == ["user.\u0301"] and os.getxattr(top, b"user." + accent) == b"x"
        for path in (top, inner):
          found, = lines("stat", "--json", b"/" + path)
          assert found["path"].encode() == b"/" + path
          found, = lines("stat", "--json", os.fsencode(mount) + b"/" + path)
          assert found["path"].encode() == b"/" + path
          run("tag", b"/" + path, "+red")
          view = b".fileprovider/working-set/tags/red/" + os.path.basename(path)
          assert os.readlink(view) == b"../../../../" + path and read(view) == read(path)
        run("tag", b"/" + top, "+a/\u0301"); assert os.listdir(".fileprovider/working-set/tags/a\u2215\u0301")
        run("search", "--all", "top\"\u0301")
        for path in (top, inner):
          text = read(path); name = os.path.basename(path); info = b".Trash-%d/info/" % os.getuid() + name + b".trashinfo"
          encoded = path.replace(accent, b"%CC%81")
          run("trash", "put", b"/" + path)
          found, = lines("trash", "list", "--json")
          assert found["originalPath"].encode() == b"/" + path, found
          assert b"Path=" + encoded + b"\n" in read(info), read(info)
          run("trash", "restore", b"/" + path); assert read(path) == text
        # As a desktop trashes: the info first, then a rename; the place is the one that the info says.
        write(b"dir/other", b"other")
        trash = b".Trash-%d" % os.getuid()
        for name in (b"/files", b"/info"): os.makedirs(trash + name, exist_ok=True)
        write(trash + b"/info/other.trashinfo", b"[Trash Info]\nPath=dir/%CC%81there\nDeletionDate=2024-01-02T03:04:05\n")
        os.rename(b"dir/other", trash + b"/files/other")
        run("trash", "restore", "other"); assert read(b"dir/" + accent + b"there") == b"other"
        """#)
    }

    /// Watchers hear of changes by others with the bytes that the names have, and what the kernel kept of them is dropped.
    @Test func `notifications`() throws {
      try python(
        #"""
        os.mkdir(b"dir\xff"); os.sync()
        libc = ctypes.CDLL(None, use_errno=True)
        watch = libc.inotify_init1(0)
        assert libc.inotify_add_watch(watch, b"dir\xff", 0x100 | 0x200 | 0x40 | 0x80) >= 0
        def expect(*names):
          names, seen, end = list(names), [], time.monotonic() + 60
          os.set_blocking(watch, False)
          while seen != names:
            assert time.monotonic() < end, (names, seen)
            try: data = os.read(watch, 65536)
            except BlockingIOError:
              time.sleep(0.01); continue
            while data:
              length = int.from_bytes(data[12:16], sys.byteorder)
              seen.append(data[16:16 + length].rstrip(b"\0")); data = data[16 + length:]
        assert not os.path.exists(b"dir\xff/" + a)
        run("mkdir", "/dir\\xff/" + A); expect(a)
        assert os.path.isdir(b"dir\xff/" + a)
        run("mv", "/dir\\xff/" + A, "/dir\\xff/" + B); expect(a, b)
        assert os.listdir(b"dir\xff") == [b] and not os.path.exists(b"dir\xff/" + a)
        run("mkdir", "/dir\\xff/" + LITERAL); expect(literal)
        run("rm", "-r", "/dir\\xff/" + B); expect(b)
        assert os.listdir(b"dir\xff") == [literal] and not os.path.exists(b"dir\xff/" + b)
        """#)
    }

    /// A backup and what is made of it have the same names.
    @Test func `backup and restore`() throws {
      let sandbox = try Sandbox()
      try python(#"make(); run("domain", "backup", folder + "/backup")"#, sandbox)
      try sandbox.unmount()
      try sandbox.succeed("domain", "restore", sandbox.folder + "/backup", "again")
      let names = try sandbox.succeed("ls", "--domain", "again", "/").lines
      #expect(names.sorted() == [#"caf\x5cxe9.txt"#, #"caf\xe8.txt"#, #"caf\xe9.txt"#])
    }
  }
}
