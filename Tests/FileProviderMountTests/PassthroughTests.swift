import Foundation
import TestSupport
import Testing

extension MountTests {
  /// Documents that the kernel reads and writes itself, as commands see them.
  @Suite struct PassthroughTests {
    /// `status` says whether the kernel reads and writes large documents, and why it does not. As text only where that was asked for.
    @Test func `status says who reads and writes`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount()
      let off = try sandbox.mountStatus()
      #expect(off.passthrough == false && off.passthroughRefusal == "not asked for (-o passthrough)")
      let plain = try sandbox.run("status").output
      #expect(plain.contains("enumerators") && !plain.contains("      contents   "), "\(plain)")
      try sandbox.unmount()
      try sandbox.mount("-o", "passthrough")
      let on = try sandbox.mountStatus()
      #expect(on.passthrough == (on.passthroughRefusal == nil))
      let words =
        on.passthroughRefusal.map { "-o passthrough has no effect: \($0)\n" }
        ?? "the kernel itself reads and writes large documents (-o passthrough)\n"
      let text = try sandbox.run("status").output
      #expect(text.contains("      contents   " + words), "\(text)")
    }

    /// A mount with a document that the kernel writes, and who follows its changes.
    private func stage() throws -> (Sandbox, tail: RunningProcess) {
      let sandbox = try Sandbox()
      try sandbox.mount("-o", "passthrough")
      if let refusal = try sandbox.mountStatus().passthroughRefusal {
        try Test.cancel("no kernel passthrough: \(refusal)")
      }
      _ = try sandbox.shell("head -c 1500000 /dev/zero > $M/f; sync $M/f")
      let tail = try sandbox.start("tail", "--container", "all", "--since", "now", "--follow", "--individual", "--json")
      try #require(eventually { tail.outputSoFar.contains("anchor") })
      return (sandbox, tail)
    }

    /// How often the contents of that document have changed. The last-used date comes when it comes.
    private static func changes(in tail: RunningProcess) -> Int {
      tail.outputSoFar.split(separator: "\n").count { $0.contains(#""/f""#) && $0.contains("contents") }
    }

    /// The log has one change each time a writer closes or synchronizes what it has written, and none where nothing was written.
    @Test(.enabled(if: Machine.installed("python3") != nil, "python3 is not installed"))
    func `one change for each time a writer is done`() throws {
      let (sandbox, tail) = try stage()
      func changes() -> Int { Self.changes(in: tail) }
      var round = 0
      func expect(_ count: Int, after script: String, at location: SourceLocation = #_sourceLocation) throws {
        round += 1
        let before = changes()
        let lines = ["import os", "f = os.open(\"f\", os.O_RDWR)", script, "os.mkdir(\"done \(round)\")"]
        let result = try sandbox.shell("cd $M && python3 -c '\(lines.joined(separator: "\n"))'")
        #expect(result.status == 0, "\(result)", sourceLocation: location)
        #expect(eventually { tail.outputSoFar.contains("/done \(round)") }, sourceLocation: location)
        #expect(changes() - before == count, "\(tail.outputSoFar)", sourceLocation: location)
      }
      try expect(0, after: "os.pread(f, 100, 0)\nos.close(f)")
      try expect(1, after: "for i in range(100): os.pwrite(f, b\"x\", i * 10000)\nos.close(f)")
      try expect(2, after: "os.pwrite(f, b\"x\", 0)\nos.fsync(f)\nos.pwrite(f, b\"y\", 0)\nos.close(f)")
      try expect(1, after: "os.pwrite(f, b\"x\", 0)\nos.fsync(f)\nos.close(f)")
    }

    /// Another program closes the document while one that has mapped it goes on writing: the log has a change after the last of it.
    @Test(.enabled(if: Machine.installed("python3") != nil, "python3 is not installed"))
    func `a change after all that was written to a mapping`() throws {
      let (sandbox, tail) = try stage()
      func changes() -> Int { Self.changes(in: tail) }
      let writer = try sandbox.startProgram([
        "python3", "-c",
        """
        import mmap, os, sys, time
        f = os.open(sys.argv[1], os.O_RDWR)
        view = mmap.mmap(f, 1500000)
        view[5000] = 1
        os.close(os.open(sys.argv[1], os.O_RDWR))
        while not os.path.exists(sys.argv[2]): time.sleep(0.01)
        view[5001] = 1
        view.close()
        os.close(f)
        """, sandbox.mountpoint + "/f", sandbox.folder + "/go-on",
      ])
      try #require(eventually { changes() == 1 })
      try sandbox.write("", to: "go-on")
      #expect(writer.wait().status == 0)
      #expect(eventually { changes() == 2 }, "\(tail.outputSoFar)")
    }

    /// Programs that watch a document which the kernel reads and writes see that another process gives it other contents.
    @Test(.enabled(if: Watcher.isInstalled, Watcher.reason))
    func `contents from elsewhere are told to watchers`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount("-o", "passthrough")
      if let refusal = try sandbox.mountStatus().passthroughRefusal {
        try Test.cancel("no kernel passthrough: \(refusal)")
      }
      _ = try sandbox.shell("head -c 1500000 /dev/zero > $M/file; sync $M/file; echo other > $S/file")
      let watcher = try Watcher(sandbox)
      let reader = try #require(FileHandle(forReadingAtPath: sandbox.mountpoint + "/file"))
      try sandbox.succeed("import", "--force", sandbox.folder + "/file")
      #expect(try watcher.news() == ["MODIFY /file", "CLOSE_WRITE,CLOSE /file"])
      // Nothing is left that keeps the kernel from being given it again.
      try reader.close()
      _ = try sandbox.shell("head -c 1500000 /dev/zero > $M/file; sync $M/file; tail -c 5 $M/file")
      #expect(try sandbox.shell("printf end 1<>$M/file && head -c 3 $M/file").output == "end")
    }
  }
}
