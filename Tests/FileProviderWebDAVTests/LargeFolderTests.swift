import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// A folder with many documents, on a real Apache.
@Suite(.enabled(if: Apache.problem == nil, "\(Apache.problem ?? "")"), .serialized)
struct LargeFolderTests {
  /// How many: `FILEPROVIDER_LARGE_FOLDER`, or more than the provider tells in one page. A build that is not optimized takes four seconds for each
  /// listing of ten thousand.
  private static let count = Machine.number("FILEPROVIDER_LARGE_FOLDER") ?? 5_200

  private func fill(_ apache: Apache) throws {
    let folder = apache.files.appendingPathComponent("large").path
    mkdir(folder, 0o777)
    chmod(folder, 0o777)
    for number in 0..<Self.count {
      let file = open("\(folder)/document \(number)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard file >= 0 else { throw SupportFailure("cannot make document \(number)") }
      close(file)
    }
  }

  @Test(.enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"))
  func `a program sees all of it, also while the server's answers are cut`() throws {
    let apache = try Apache()
    try fill(apache)
    let proxy = try FaultyProxy(to: apache.port, seed: 1)
    defer { proxy.stop() }
    let sandbox = try Sandbox()
    let added = try sandbox.run(
      "domain", "add", "work", "--webdav", "http://127.0.0.1:\(proxy.port)/dav/", "--user", Apache.user,
      "--password-file", apache.passwordFile, "--authentication", "basic", "--poll", "1")
    try #require(added.status == 0, "\(added.error)")
    let mounted = try sandbox.run("mount", "--domain", "work", sandbox.mountpoint)
    try #require(mounted.status == 0, "\(mounted.error)")
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    func count() throws -> String {
      try sandbox.shell("ls -U $M/large | sort -u | wc -l").output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    // On a busy machine the program may have to ask again.
    #expect(try eventually(seconds: 180) { try count() == "\(Self.count)" })
    let cut = "PROPFIND /dav/large/"
    proxy.inject(.truncate, into: cut)
    // One thread looks at the server: when it asks for more, it has read what was cut.
    let isOver = eventually(seconds: 180) {
      let requests = proxy.requests
      return requests.firstIndex(of: cut + " truncate").map { $0 < requests.count - 1 } ?? false
    }
    #expect(isOver)
    #expect(try count() == "\(Self.count)")
  }
}
