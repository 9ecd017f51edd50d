import Foundation
import TestSupport
import Testing

extension MountTests {
  /// What people do on a mount, and what of it is a recent afterwards.
  @Suite struct RecentsTests {
    private func recents(_ sandbox: Sandbox) throws -> [String] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: sandbox.mountpoint + "/.fileprovider/working-set/recents")
      return names.sorted()
    }

    /// A file that was written and closed becomes a recent after a moment; what machines do leaves no mark.
    @Test func `what a person writes becomes a recent`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount()
      try sandbox.succeed("mkdir", "/.hidden")
      let tail = try sandbox.start("tail", "--container", "all", "--since", "now", "--individual", "--follow", "--json")
      try #require(eventually { tail.outputSoFar.contains("anchor") })
      let script = """
        mkdir src && (cd src && for i in $(seq 30); do echo $i > burst$i; done) && tar cf src.tar -C src . || exit 1
        touch $M/read; echo text > $M/.secret; echo text > $M/.hidden/file; touch $M/empty
        mkdir $M/unpacked && tar xf src.tar -C $M/unpacked || exit 1
        echo text > $M/written; echo saved > $M/.saving && mv $M/.saving $M/saved
        cat $M/read > /dev/null; stat -c %z $M/written > before
        """
      let begin = ContinuousClock.now
      let result = try sandbox.shell(script)
      try #require(result.status == 0, "\(result)")
      let early = try recents(sandbox)
      // What was written ten seconds ago may be a recent by now, on a machine that took that long.
      if ContinuousClock.now - begin < .seconds(10) { #expect(early == []) }
      let build = try sandbox.shell(
        "mkdir $M/build; for i in $(seq 90); do /bin/sh -c \"echo $i > $M/build/o$i\"; done")
      try #require(build.status == 0, "\(build)")
      // The clock itself is meant: by then all of it has become a recent that ever will.
      usleep(13_000_000)
      #expect(try eventually { try recents(sandbox) == ["saved", "written"] })
      #expect(try sandbox.shell("stat -c %z $M/written | cmp - before").status == 0)
      let marks = tail.outputSoFar.split(separator: "\n").filter { $0.contains(#""changed":["lastUsed"]"#) }
      #expect(
        marks.count == 2 && marks.allSatisfy { $0.contains(#""author":"org.openfileprovider.mount."#) }, "\(marks)")
    }

    /// What is held back is marked when the mount ends, by whatever signal short of a kill.
    @Test func `the end of a mount loses no mark`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount()
      try #require(
        try sandbox.shell("echo text > $M/written; for i in $(seq 30); do echo $i > $M/f$i; done").status == 0)
      let pid = try pid_t(sandbox.mountStatus().pid)
      kill(pid, SIGTERM)
      #expect(eventually { !FileManager.default.fileExists(atPath: "/proc/\(pid)/exe") })
      #expect(try sandbox.succeed("working-set", "recents").lines.isEmpty)
      try sandbox.mount()
      try #require(try sandbox.shell("echo more >> $M/written").status == 0)
      try sandbox.unmount()
      #expect(try eventually { try sandbox.succeed("working-set", "recents").output.hasPrefix("/written ") })
    }

    /// The desktop's list is followed as desktops write it, and a broken or huge one does no harm.
    @Test func `the desktops list is followed`() throws {
      let sandbox = try Sandbox()
      try sandbox.succeed("domain", "add", "default", "--recents-limit", "2")
      try sandbox.mount()
      try #require(try sandbox.shell("cd $M && mkdir 'a b' && touch 'a b/ü' second third .hidden never").status == 0)
      let path = sandbox.folder + "/data/recently-used.xbel"
      func replace(_ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + ".new"))
        rename(path + ".new", path)
      }
      func entry(_ path: String, _ age: TimeInterval) -> String {
        let time = Date(timeIntervalSinceNow: -age).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        return "<bookmark href=\"file://\(sandbox.mountpoint)/\(path)\" modified=\"\(time)\"/>"
      }
      func bookmarks(_ entries: String...) -> String { "<?xml version=\"1.0\"?><xbel>\(entries.joined())</xbel>" }
      try replace("<xbel><bookmark href=")
      try replace(String(repeating: " ", count: 9 << 20))
      try replace(
        bookmarks(entry("a%20b/%C3%BC", 30), entry(".hidden", 20), entry("gone", 20), entry("never", 400 * 86400)))
      #expect(try eventually { try recents(sandbox) == ["ü"] })
      // Taken off by hand, it stays off, though it is still listed; and beyond the bound the oldest leaves.
      try #require(try sandbox.shell("setfattr -x user.fileprovider.last-used \"$M/a b/ü\"").status == 0)
      try replace(bookmarks(entry("a%20b/%C3%BC", 30), entry("second", 10), entry("third", 5)))
      #expect(try eventually { try recents(sandbox) == ["second", "third"] })
      try replace(bookmarks(entry("a%20b/%C3%BC", 1), entry("second", 10), entry("third", 5)))
      #expect(try eventually { try recents(sandbox) == ["third", "ü"] })
    }

    /// The mount feeds the search index: what was made on it is in the index before anybody searches.
    @Test func `the index follows the mount`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount()
      try #require(try sandbox.shell("mkdir $M/letters && touch $M/letters/quarterly-report.txt").status == 0)
      #expect(eventually { Self.indexedNames(sandbox).contains("quarterly-report.txt") })
      #expect(try sandbox.succeed("search", "--all", "quarterly", "rep").lines == ["/letters/quarterly-report.txt"])
      // Damage is mended by itself, without a restart.
      let index = sandbox.store + "/search.sqlite"
      for name in [index + "-wal", index + "-shm", index] { unlink(name) }
      try #require(try sandbox.shell("touch $M/letters/annual-report.txt").status == 0)
      #expect(eventually { Self.indexedNames(sandbox).contains("annual-report.txt") })
      #expect(try eventually { try sandbox.succeed("search", "--all", "report").lines.count == 2 })
    }

    /// The names in the index's own file, as far as they can be seen without its log.
    private static func indexedNames(_ sandbox: Sandbox) -> String {
      let files = ["search.sqlite", "search.sqlite-wal"].compactMap {
        FileManager.default.contents(atPath: sandbox.store + "/" + $0)
      }
      return files.map { String(decoding: $0, as: UTF8.self) }.joined()
    }
  }
}
