import CSystemCalls
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderFUSE

@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse")) struct ProviderTests {
  /// A folder at a provider is listed when it is entered, and a document brought when it is opened.
  @Test func `what is remote is brought`() throws {
    let mount = try Mount("scripted", changes: [["remote", "list-5", "folder"], ["remote", "bring-text", "file"]])
    #expect(try mount.names("list-5") == (0..<5).map { "item-\($0)" })
    #expect(try mount.read("bring-text") == "bring-text")
  }

  /// Programs see the error numbers of a provider's errors.
  @Test(arguments: [(1005, ENOENT), (1000, EACCES), (1004, EHOSTUNREACH), (3328, EOPNOTSUPP), (2005, EIO)])
  func `errors reach programs`(_ code: Int, _ number: Int32) throws {
    let mount = try Mount(
      "scripted",
      changes: [["remote", "error-\(code)", "folder"], ["mkdir", "d"], ["remote", "d/error-\(code)", "file"]])
    #expect(mount.failure { opendir(mount.path("error-\(code)")) == nil ? -1 : 0 } == number)
    #expect(mount.failure { open(mount.path("d/error-\(code)"), O_RDONLY) < 0 ? -1 : 0 } == number)
  }

  /// Contents come before a part of a document is written, and a folder is listed before a name is made in it.
  @Test func `what is remote is written`() throws {
    let mount = try Mount("scripted", changes: [["remote", "bring-text", "file"], ["remote", "list-1", "folder"]])
    let file = open(mount.path("bring-text"), O_WRONLY | O_APPEND)
    #expect(Glibc.write(file, "!", 1) == 1)
    close(file)
    #expect(try mount.read("bring-text") == "bring-text!")
    #expect(mount.failure { mkdir(mount.path("list-1/item-0"), 0o755) } == EEXIST)
    #expect(mkdir(mount.path("list-1/new"), 0o755) == 0)
    #expect(try mount.names("list-1") == ["item-0", "new"])
  }

  /// A large write waits for the contents that it belongs to, and no byte of it is lost or taken for another request meanwhile.
  @Test func `a large write waits`() throws {
    let mount = try Mount("scripted", changes: [["file", "bring-text", "text"]])
    let (file, other) = (open(mount.path("bring-text"), O_RDWR), open(mount.path("other"), O_RDWR | O_CREAT, 0o644))
    let piece = [UInt8](repeating: 7, count: 50_000)
    for _ in 0..<4 { #expect(Glibc.write(other, piece, piece.count) == piece.count) }
    let spliced = try mount.splicedWrites()
    #expect(spliced > 0)
    try mount.change("dataless", "bring-text")
    #expect(pwrite(file, piece, piece.count, 5) == piece.count)
    for _ in 0..<4 { #expect(Glibc.write(other, piece, piece.count) == piece.count) }
    close(file)
    close(other)
    let expected = [UInt8]("bring".utf8) + piece
    let isRight = try [UInt8](Data(contentsOf: URL(fileURLWithPath: mount.path("bring-text")))) == expected
    #expect(isRight)
    let others = (0..<8).flatMap { _ in piece }
    let isOther = try [UInt8](Data(contentsOf: URL(fileURLWithPath: mount.path("other")))) == others
    #expect(isOther)
  }

  /// Two mounts of one domain: what a program has open through either, as a file or as a mapping, stays. Then it is dropped, and comes again.
  @Test func `what is open in any mount stays`() throws {
    let mount = try Mount("scripted", changes: [["provided", "bring-text", "file", "127"]])
    let other = mount.directory.appendingPathComponent("other").path
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    let second = Process()
    second.executableURL = URL(fileURLWithPath: try #require(Machine.built("MountFixture")))
    second.arguments = ["mount", mount.store, other, "scripted"]
    let pipe = Pipe()
    second.standardOutput = pipe
    try second.run()
    defer {
      second.terminate()
      second.waitUntilExit()
    }
    #expect(String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self).contains("ready"))
    func text(_ file: Int32) -> String {
      var buffer = [UInt8](repeating: 0, count: 100)
      let count = pread(file, &buffer, buffer.count, 0)
      return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }
    func evicts() -> Bool { (try? mount.change("evict", "bring-text")) != nil }
    func state() -> String {
      var buffer = [UInt8](repeating: 0, count: 100)
      let count = lgetxattr(mount.path("bring-text"), "user.fileprovider.state", &buffer, buffer.count)
      return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }
    var file = open(other + "/bring-text", O_RDONLY)
    #expect(text(file) == "bring-text" && state() == "local")
    #expect(!evicts())
    close(file)
    // The kernel tells a mount of the end of the last use after close(2) has returned.
    #expect(eventually { evicts() })
    #expect(state() == "dataless")
    file = open(mount.path("bring-text"), O_RDONLY)
    let map = mmap(nil, 10, PROT_READ, MAP_SHARED, file, 0)
    close(file)
    #expect(!evicts())
    #expect(map?.load(as: UInt8.self) == UInt8(ascii: "b"))
    munmap(map, 10)
    #expect(eventually { evicts() })
    file = open(other + "/bring-text", O_RDWR)
    #expect(text(file) == "bring-text")
    #expect(pwrite(file, "B", 1, 0) == 1)
    close(file)
    // It has changed here, and stays whoever has it open.
    #expect(!eventually(seconds: 1) { evicts() })
    #expect(try mount.read("bring-text") == "Bring-text")
  }

  /// Programs that look into everything get an error instead of a download; what is here they read as others do.
  @Test func `a program that nothing is brought for`() throws {
    let mount = try Mount(
      "scripted,no_download=indexer:other", changes: [["remote", "bring-text", "file"], ["file", "here", "text"]])
    let indexer = mount.directory.appendingPathComponent("indexer")
    let cat = URL(fileURLWithPath: "/bin/cat").resolvingSymlinksInPath()
    try FileManager.default.copyItem(at: cat, to: indexer)
    func read(_ program: URL, _ name: String) throws -> String {
      let process = Process()
      process.executableURL = program
      process.arguments = [mount.path(name)]
      process.environment = ["LC_ALL": "C"]
      let pipe = Pipe()
      (process.standardOutput, process.standardError) = (pipe, pipe)
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
    #expect(try read(indexer, "bring-text").contains("Resource deadlock avoided"))
    #expect(try read(indexer, "here") == "text")
    #expect(try read(cat, "bring-text") == "bring-text")
    #expect(try read(indexer, "bring-text") == "bring-text")
  }

  /// While one program waits for a provider that does not answer, others work; and it can be killed.
  @Test func `a hanging provider hangs nobody else`() throws {
    let mount = try Mount("scripted", changes: [["remote", "never", "folder"], ["file", "a", "text"]])
    let waiting = try RunningProcess(["ls", mount.path("never")])
    #expect(try eventually { try mount.waitingRequests() == 1 })
    #expect(try mount.read("a") == "text")
    try mount.write("b", "text")
    // It still waits, so no other request waited for the same.
    #expect(try mount.waitingRequests() == 1)
    #expect(!waiting.hasEnded)
    #expect(waiting.kill())
  }

  /// Five hundred programs read documents that a provider does not bring. What is here and has not been looked at is served as fast as ever, and
  /// they are gone when they are killed, without the provider having answered.
  @Test func `waiting programs hold nothing up`() throws {
    let count = 500
    let mount = try Mount(
      "scripted",
      changes: [["remote", "nevers-\(count)", "folder"], ["remote", "list-3", "folder"]]
        + (0..<5).flatMap { [["mkdir", "d\($0)"], ["file", "d\($0)/local", "text \($0)"]] })
    #expect(try mount.names("nevers-\(count)").count == count)
    let script = """
      import threading
      def read(i): open('\(mount.path("nevers-\(count)"))/never-%d' % i).read()
      threading.stack_size(1 << 16)
      for i in range(\(count)): threading.Thread(target=read, args=(i,)).start()
      """
    let waiting = try RunningProcess(["python3", "-c", script])
    #expect(try eventually(seconds: 30) { try mount.waitingRequests() == count })
    var fastest = Duration.seconds(60)
    for index in 0..<5 {
      let start = ContinuousClock.now
      #expect(try mount.names("d\(index)") == ["local"])
      #expect(try mount.read("d\(index)/local") == "text \(index)")
      fastest = min(fastest, ContinuousClock.now - start)
    }
    #expect(fastest < .seconds(1))
    // Listings do not queue up behind contents that do not come.
    #expect(try mount.names("list-3").count == 3)
    #expect(waiting.kill())
    #expect(try eventually { try mount.waitingRequests() == 0 })
  }

  /// A mount that ends tells the programs that wait for the provider.
  @Test func `ending frees waiting programs`() throws {
    let mount = try Mount("scripted", changes: [["remote", "never", "file"]])
    let waiting = try RunningProcess(["cat", mount.path("never")])
    #expect(try eventually { try mount.waitingRequests() == 1 })
    mount.terminate()
    #expect(waiting.wait().status == 1)
  }
}
