import Glibc
import LinuxSystem
import TestSupport
import Testing

/// Root with the rights over files of an ordinary user, who has no account.
@Suite(.enabled(if: Machine.isRoot, "this needs root")) struct FileIdentityTests {
  private static let user: uid_t = 12345

  /// What a file says to whoever reads it.
  private static func isReadable(_ path: String) -> Bool { Descriptor(opening: path, O_RDONLY).number >= 0 }

  /// Runs something on a thread of its own, which keeps what it takes.
  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let outcome = Monitor<Swift.Result<Result, any Error>?>(nil)
    try #require(
      NativeThread.start(name: "test") {
        let result = Swift.Result { try body() }
        outcome.withLock { $0 = result }
      })
    return try outcome.wait { $0 }.get()
  }

  @Test func `a thread with a user's identity reads nothing of root's, nor do those that it starts`() throws {
    let directory = try TestDirectory("identity")
    let secret = directory.path + "/secret"
    chmod(directory.path, 0o777)
    #expect(Descriptor(opening: secret, O_WRONLY | O_CREAT, mode: 0o600).number >= 0)
    let found = try onThread {
      try FileIdentity(of: Self.user).take()
      let own = Self.isReadable(secret)
      let started = Monitor<Bool?>(nil)
      NativeThread.start(name: "test") {
        let isReadable = Self.isReadable(secret)
        started.withLock { $0 = isReadable }
      }
      let made = Descriptor(opening: directory.path + "/made", O_WRONLY | O_CREAT)
      var status = stat()
      let owner = fstat(made.number, &status) == 0 ? status.st_uid : 0
      return (own, started.wait { $0 }, owner, geteuid())
    }
    #expect(found == (false, false, Self.user, 0))
    #expect(Self.isReadable(secret))
  }

  @Test func `it has root's rights back for a moment, and no longer`() throws {
    let directory = try TestDirectory("identity")
    let secret = directory.path + "/secret"
    #expect(Descriptor(opening: secret, O_WRONLY | O_CREAT, mode: 0o600).number >= 0)
    let found = try onThread {
      try FileIdentity(of: Self.user).take()
      return (FileIdentity.asProcess { Self.isReadable(secret) }, Self.isReadable(secret), FileIdentity.currentUser)
    }
    #expect(found == (true, false, Self.user))
  }

  @Test func `a group of root's opens nothing`() throws {
    let directory = try TestDirectory("identity")
    let secret = directory.path + "/secret"
    chmod(directory.path, 0o755)
    let file = Descriptor(opening: secret, O_WRONLY | O_CREAT, mode: 0o640)
    fchmod(file.number, 0o640)
    fchown(file.number, 0, 4711)
    let isReadable = try onThread {
      // As root at a terminal has groups of its own.
      try FileIdentity(of: Self.user).take()
      return Self.isReadable(secret)
    }
    #expect(!isReadable)
  }

  @Test func `an account's groups are the user's, and one without an account has none`() {
    #expect(FileIdentity(of: Self.user).groups.isEmpty)
    let root = FileIdentity(of: 0)
    #expect(root.group == 0 && root.groups.contains(0))
  }
}
