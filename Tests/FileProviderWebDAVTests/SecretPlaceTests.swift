import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// Files that hold a password.
@Suite struct SecretPlaceTests {
  let directory: TestDirectory
  var file: URL { directory.appending("password") }

  init() throws { directory = try TestDirectory("secret") }

  private func write(_ text: String, mode: mode_t = 0o600) throws {
    try text.write(to: file, atomically: true, encoding: .utf8)
    chmod(file.path, mode)
  }

  private func read() throws -> String? { try SecretPlace.file(file.path).read() }

  private func refusal() throws -> String {
    #expect(throws: WebDAVError.self) { try read() }?.description ?? ""
  }

  @Test func `the first line is the password, whatever ends it`() throws {
    for text in ["p\u{E4}ss word\n", "p\u{E4}ss word", "p\u{E4}ss word\r\nmore\n"] {
      try write(text)
      #expect(try read() == "p\u{E4}ss word")
    }
  }

  @Test(arguments: [0o644, 0o640, 0o620, 0o604, 0o777] as [mode_t])
  func `a file that others can use is refused, and what to do is said`(mode: mode_t) throws {
    try write("secret\n", mode: mode)
    let text = try refusal()
    #expect(text.contains("chmod 600") && !text.contains("secret\n"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func `another one's file is refused`() throws {
    try write("secret\n")
    chown(file.path, 65534, 65534)
    #expect(try refusal().contains("chmod 600"))
  }

  @Test func `what holds no password is refused at once`() throws {
    #expect(try refusal().contains("No such file"))
    for text in ["", "\nsecond\n", "nul\u{0}inside\n"] {
      try write(text)
      #expect(try refusal().contains("no password in the first line"))
    }
    unlink(file.path)
    mkfifo(file.path, 0o600)
    #expect(try refusal().contains("is not a regular file"))
    unlink(file.path)
    mkdir(file.path, 0o700)
    #expect(try refusal().contains("is not a regular file"))
  }

  @Test(arguments: ["", "..", "a/b", "../password"])
  func `a credential is a name in systemd's folder`(name: String) {
    #expect(throws: WebDAVError.self) { try SecretPlace.credential(name).read() }
  }
}
