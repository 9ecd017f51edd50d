import Foundation
import TestSupport
import Testing

extension MountTests {
  @Suite struct TailTests {
    /// A line of `tail --json`.
    private struct Line: Decodable, Equatable {
      var event: String
      var path: String?
      var previousPath: String?
      var changed: [String]?
    }

    private func lines(_ process: RunningProcess) -> [Line] { lines(of: process.outputSoFar) }

    private func lines(of output: String) -> [Line] {
      output.split(separator: "\n").compactMap {
        try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
      }
      .filter { $0.event != "anchor" }
    }

    /// A follower sees what commands and programs change, each change once and in order, and the mount shows it.
    @Test func `a follower sees each change once`() throws {
      let sandbox = try Sandbox()
      try sandbox.succeed("mkdir", "/folder")
      try sandbox.mount()
      let tail = try sandbox.start("tail", "--container", "all", "--since", "now", "--follow", "--json")
      try #require(eventually { tail.outputSoFar.contains("anchor") })
      var expected = 0
      func sees(_ event: String, _ path: String, at location: SourceLocation = #_sourceLocation) {
        expected += 1
        #expect(
          eventually { self.lines(tail).count >= expected }, "\(event) \(path): \(tail.outputSoFar)",
          sourceLocation: location)
        let line = lines(tail).last
        #expect(line?.event == event && line?.path == path, "\(tail.outputSoFar)", sourceLocation: location)
      }
      let mount = sandbox.mountpoint
      try sandbox.succeed("mkdir", "/by-command")
      sees("add", "/by-command")
      #expect(eventually { FileManager.default.fileExists(atPath: mount + "/by-command") })
      _ = try sandbox.shell("mkdir $M/by-mount")
      sees("add", "/by-mount")
      try sandbox.succeed("mv", "/by-command", "/folder/moved")
      sees("update", "/folder/moved")
      #expect(lines(tail).last?.previousPath == "/by-command")
      #expect(eventually { !FileManager.default.fileExists(atPath: mount + "/by-command") })
      #expect(FileManager.default.fileExists(atPath: mount + "/folder/moved"))
      try sandbox.succeed("tag", "/folder/moved", "+red")
      sees("update", "/folder/moved")
      #expect(lines(tail).last?.changed == ["tags"])
      try sandbox.succeed("favorite", "/folder/moved")
      sees("update", "/folder/moved")
      _ = try sandbox.shell("mv $M/by-mount $M/folder/")
      sees("update", "/folder/by-mount")
      try sandbox.succeed("rm", "-r", "/folder/moved")
      sees("delete", "/folder/moved")
      #expect(eventually { !FileManager.default.fileExists(atPath: mount + "/folder/moved") })
      tail.signal(SIGINT)
      #expect(tail.wait().status == 0)
      #expect(lines(tail).count == expected, "\(tail.outputSoFar)")
    }

    /// A reader of the working set is told of its members and of nothing else.
    @Test func `the working set tells of members only`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount()
      let tail = try sandbox.start("tail", "--since", "now", "--follow", "--json")
      try #require(eventually { tail.outputSoFar.contains("anchor") })
      _ = try sandbox.shell("echo one > $M/plain; echo two > $M/member")
      try sandbox.succeed("tag", "/member", "+red")
      #expect(
        eventually { self.lines(tail).contains { $0.event == "add" && $0.path == "/member" } }, "\(tail.outputSoFar)")
      try sandbox.succeed("tag", "/member", "-red")
      #expect(
        eventually { self.lines(tail).contains { $0.event == "delete" && $0.path == "/member" } }, "\(tail.outputSoFar)"
      )
      #expect(!lines(tail).contains { $0.path == "/plain" }, "\(tail.outputSoFar)")
    }

    /// A file that is written is one change when the writer is done, not one a write. A small first write is one, too.
    @Test(arguments: [(8000, 1), (1000, 2)]) func `a written file is one change`(_ size: Int, _ changes: Int) throws {
      let sandbox = try Sandbox()
      try sandbox.mount()
      _ = try sandbox.shell("touch $M/file")
      let tail = try sandbox.start("tail", "--container", "all", "--since", "now", "--individual", "--follow", "--json")
      try #require(eventually { tail.outputSoFar.contains("anchor") })
      _ = try sandbox.shell("dd if=/dev/zero of=$M/file bs=\(size) count=30 conv=notrunc; mkdir $M/end")
      #expect(eventually { self.lines(tail).contains { $0.path == "/end" } })
      #expect(
        lines(tail).filter { $0.path == "/file" }.map(\.changed) == Array(repeating: ["contents"], count: changes),
        "\(tail.outputSoFar)")
    }

    /// A reader that was killed goes on where its cursor file says, without leaving anything out.
    @Test func `a killed follower goes on from its cursor`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount()
      let cursor = sandbox.folder + "/cursor"
      try sandbox.succeed("mkdir", "/first")
      let tail = try sandbox.start("tail", "--container", "all", "--cursor-file", cursor, "--follow", "--json")
      #expect(
        eventually {
          self.lines(tail).contains { $0.path == "/first" } && FileManager.default.fileExists(atPath: cursor)
        })
      tail.kill()
      _ = tail.wait()
      try sandbox.succeed("mkdir", "/second")
      let next = try sandbox.succeed("tail", "--container", "all", "--cursor-file", cursor, "--json")
      #expect(next.output.contains("/second"), "\(next)")
      #expect(!next.output.contains("drop-everything"), "\(next)")
    }

    /// What a killed reader was told, it is also told the end of: with an old anchor, with a cursor that was not written any more, and with
    /// a command that got a batch and was killed with its reader.
    @Test func `a killed follower hears of what is gone`() throws {
      let sandbox = try Sandbox()
      let cursor = sandbox.folder + "/cursor"
      try sandbox.succeed("mkdir", "/first")
      let begun = try sandbox.succeed("tail", "--container", "all", "--cursor-file", cursor, "--json")
      let anchor = try String(#require(String(contentsOfFile: cursor, encoding: .utf8).split(separator: "\n").first))
      let kept = try #require(FileManager.default.contents(atPath: cursor))
      #expect(begun.output.contains("/first"))
      try sandbox.succeed("mkdir", "/passing")
      func told(_ words: String...) throws -> [Line] {
        lines(of: try sandbox.run(["tail", "--container", "all", "--json"] + words).output)
      }
      #expect(try told("--since", anchor) == [Line(event: "add", path: "/passing")])
      #expect(try told("--cursor-file", cursor) == [Line(event: "add", path: "/passing")])
      try kept.write(to: URL(fileURLWithPath: cursor))
      let batch = sandbox.folder + "/batch"
      let killed = try sandbox.run(
        "tail", "--container", "all", "--cursor-file", cursor, "--json", "--exec", "cat > \(batch); kill -9 $PPID")
      #expect(killed.status != 0)
      #expect(try String(contentsOfFile: batch, encoding: .utf8).contains("/passing"))
      try sandbox.succeed("rm", "-r", "/passing")
      #expect(try told("--since", anchor) == [Line(event: "delete", path: "/passing")])
      #expect(try told("--cursor-file", cursor) == [Line(event: "delete", path: "/passing")])
      #expect(try told("--cursor-file", cursor) == [])
    }
  }
}
