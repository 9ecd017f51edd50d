import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct PlainPathTests {
  @Test func `a folder stays the same when a link takes its place`() throws {
    let directory = try TestDirectory("plain")
    let real = directory.path + "/real"
    mkdir(real, 0o700)
    guard let place = PlainPath(real) else { throw Errno.last }
    let path = place.path
    defer { withExtendedLifetime(place) {} }
    rename(real, directory.path + "/moved")
    symlink("/etc", real)
    mkdir(path + "/made", 0o700)
    #expect(access(directory.path + "/moved/made", F_OK) == 0)
    #expect(reason(real) == ENOTDIR)
  }

  @Test func `a folder behind a link is refused`() throws {
    let directory = try TestDirectory("plain")
    mkdir(directory.path + "/real", 0o700)
    mkdir(directory.path + "/real/below", 0o700)
    symlink("real", directory.path + "/link")
    #expect(reason(directory.path + "/real/below") == nil)
    #expect(reason(directory.path + "/link/below") == ELOOP)
    #expect(reason(directory.path + "/link") == ENOTDIR)
    #expect(reason(directory.path + "/none") == ENOENT)
  }

  /// Why a folder is refused; `nil` when it is not.
  private func reason(_ path: String) -> Int32? {
    if PlainPath(path) != nil { return nil }
    return errno
  }
}
