import Foundation
import TestSupport
import Testing

extension MountTests {
  /// A full disk that others fill, too, and whose blocks are smaller than a page of memory.
  @Suite(.enabled(if: SmallDisk.canBeOnLoopDevice, SmallDisk.reason)) struct SmallDiskTests {
    /// No other program can take the room that is reserved for emptying a full disk: while one takes each block that becomes free, everything can be
    /// removed, the domain can be mounted, unmounted and checked, and no new item takes that room.
    @Test(arguments: [1024, 4096])
    func `a disk that somebody else fills can be emptied`(blockSize: Int) throws {
      let sandbox = try Sandbox()
      let disk = try SmallDisk(at: sandbox.folder + "/data", .loop(type: "ext4", blockSize: blockSize), megabytes: 96)
      try sandbox.mount()
      let made = try sandbox.shell(
        "mkdir $M/folders $M/files && cd $M/folders && seq 3000 | xargs mkdir && cd ../files && seq 3000 | xargs touch")
      try #require(made.status == 0, "\(made)")
      try sandbox.unmount()
      let filler = try disk.startFilling()
      defer { filler.stop() }
      try sandbox.mount()
      let refused = try sandbox.shell(
        "cd $M/folders && for n in $(seq 3000); do mkdir new-$n-$(printf %0200d 0) || exit 1; done")
      #expect(refused.status != 0 && refused.error.contains("No space left"), "\(refused)")
      let emptied = try sandbox.shell("rm -r $M/folders && ls $M")
      #expect(emptied.status == 0 && emptied.lines == ["files"], "\(emptied)")
      for _ in 0..<2 {
        try sandbox.unmount()
        #expect(try sandbox.run("check").status == 0)
        try sandbox.mount()
      }
      let rest = try sandbox.shell("rm $M/files/* && rmdir $M/files && ls $M")
      #expect(rest.status == 0 && rest.lines.isEmpty, "\(rest)")
      filler.stop()
      try disk.empty()
      #expect(try sandbox.shell("echo text > $M/after && cat $M/after").lines == ["text"])
      try sandbox.unmount()
      #expect(try sandbox.run("check").status == 0)
    }

    /// SQLite's shared memory has no holes that a write could fall into with a signal: how little room there ever is, the answer is that the disk
    /// is full, and with some room everything is there again.
    @Test(arguments: ["ext4", "ext3"])
    func `a full disk with small blocks is no signal`(type: String) throws {
      let sandbox = try Sandbox()
      let disk = try SmallDisk(at: sandbox.folder + "/data", .loop(type: type, blockSize: 1024), megabytes: 24)
      try sandbox.succeed("mkdir", "/folder")
      for room in stride(from: 0, to: 48 << 10, by: 4 << 10) {
        // As an earlier version leaves it.
        let store = sandbox.store
        for name in ["items.sqlite-shm", "reserve"] { try? FileManager.default.removeItem(atPath: "\(store)/\(name)") }
        try disk.fill(butFor: room)
        for words in [["check"], ["ls"], ["mkdir", "/new"], ["mount", sandbox.mountpoint]] {
          let result = try sandbox.run(words)
          let isFull = result.status == 1 && result.error.contains("full")
          #expect(result.status == 0 || isFull, "\(words) with \(room) bytes: \(result)")
        }
        if sandbox.isMounted { try sandbox.unmount() }
        try disk.empty()
        #expect(try sandbox.run("ls").lines.contains("folder"))
        _ = try sandbox.run("rm", "-r", "/new")
      }
      #expect(try sandbox.run("check").status == 0)
    }
  }
}
