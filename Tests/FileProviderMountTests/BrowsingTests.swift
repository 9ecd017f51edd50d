import Foundation
import TestSupport
import Testing

extension MountTests {
  @Suite struct BrowsingTests {
    private func imported() throws -> Sandbox {
      let sandbox = try Sandbox()
      try Trees.varied(sandbox.folder + "/tree")
      try sandbox.succeed("import", "--contents", sandbox.folder + "/tree")
      try sandbox.mount()
      return sandbox
    }

    /// What was imported is what is mounted: names, contents, links.
    @Test func `an imported tree is the same for diff`() throws {
      let sandbox = try imported()
      let result = try sandbox.shell(
        "rm tree/folder*/*/deep/pipe $M/folder*/*/deep/pipe; diff -r --no-dereference tree $M")
      #expect(result.status == 0 && result.output.isEmpty, "\(result)")
    }

    /// Modes, owners, times and checksums are the same too: rsync finds nothing to do, also not to delete. The top folder
    /// was left out of the import, so the root has times of its own.
    @Test(.enabled(if: Machine.installed("rsync") != nil, "rsync is not installed"))
    func `an imported tree leaves nothing to do for rsync`() throws {
      let sandbox = try imported()
      let result = try sandbox.shell(
        "touch -r tree $M && rsync -aXnci --delete tree/ $M/ && rsync -aXnci --delete $M/ tree/")
      #expect(result.status == 0 && result.output.isEmpty, "\(result)")
    }

    /// Whatever a program counts with, it counts the same: names of a listing, a walk with and without attributes.
    @Test func `counts of find and list agree`() throws {
      let sandbox = try imported()
      let result = try sandbox.shell(
        """
        for d in tree $M; do
          (cd $d; find . | LC_ALL=C sort | md5sum; find . -printf '%y %m %s %p %l\\n' | grep -v '^d' | LC_ALL=C sort | md5sum)
          (cd $d; find . -mindepth 1 -printf x | wc -c; ls -lAR --quoting-style=c . | grep -c '^[-lpsd]'; ls -UAR --quoting-style=c . | grep -c '^"[^.]*[^:]$')
          (cd $d; find . -exec stat -c '%a %F %h' {} + | LC_ALL=C sort | md5sum)
        done
        """)
      let lines = result.lines
      #expect(result.status == 0 && lines.count == 12, "\(result)")
      #expect(lines.prefix(6) == lines.suffix(6), "\(result)")
    }

    /// A directory of many entries is listed from the beginning to the end, each name once.
    @Test func `a large directory is listed in full`() throws {
      let sandbox = try Sandbox()
      let count = Machine.number("ENTRIES") ?? 20_000
      _ = try sandbox.shell("mkdir flat; cd flat; seq -f 'entry %06g' \(count) | xargs -d '\\n' touch")
      try sandbox.succeed("import", "--contents", sandbox.folder + "/flat")
      try sandbox.mount()
      let result = try sandbox.shell(
        "ls -U $M | wc -l; ls -U $M | sort -u | wc -l; find $M -type f -size 0 | wc -l; ls -l $M | grep -c entry")
      #expect(result.lines == Array(repeating: String(count), count: 4), "\(result)")
    }

    /// A write to a domain that is mounted read-only fails with that reason.
    @Test func `a read only mount refuses to be written`() throws {
      let sandbox = try Sandbox()
      try sandbox.succeed("mkdir", "/folder")
      try sandbox.mount("-o", "ro")
      let result = try sandbox.shell("touch $M/new; mkdir $M/folder/new; rmdir $M/folder; ls $M")
      #expect(result.error.components(separatedBy: "Read-only file system").count == 4, "\(result)")
      #expect(result.lines == ["folder"])
    }
  }
}
