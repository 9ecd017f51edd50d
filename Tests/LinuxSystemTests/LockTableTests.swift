import Foundation
import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

/// Who has a lock, as the kernel tells.
@Suite struct LockTableTests {
  @Test func `the process that has an exclusive lock is known, and nobody after its end`() throws {
    let place = try TestDirectory("locks")
    let path = place.appending("file").path
    guard let file = Descriptor(opening: path, O_RDWR | O_CREAT) else { throw Errno.last }
    #expect(LockTable.holder(of: path) == nil)
    #expect(flock(file.number, LOCK_SH) == 0)
    #expect(LockTable.holder(of: path) == nil)
    #expect(flock(file.number, LOCK_EX) == 0)
    #expect(LockTable.holder(of: path) == getpid())
    #expect(flock(file.number, LOCK_UN) == 0)
    #expect(LockTable.holder(of: path) == nil)
    #expect(LockTable.holder(of: path + "-none") == nil)
  }

  @Test func `who waits, locks another way or has a file of another disk is not meant`() {
    let table = """
      1: FLOCK  ADVISORY  WRITE 10 fd:02:1234 0 EOF
      2: POSIX  ADVISORY  WRITE 11 fd:01:1234 0 EOF
      3: FLOCK  ADVISORY  WRITE 12 fd:01:12345 0 EOF
      4: FLOCK  ADVISORY  WRITE 13 fd:01:1234 0 EOF
      4: -> FLOCK  ADVISORY  WRITE 14 fd:01:1234 0 EOF
      """
    #expect(LockTable.holder(of: 1234, on: DeviceNumber.make(major: 0xfd, minor: 1), in: table) == 13)
    #expect(LockTable.holder(of: 99, on: DeviceNumber.make(major: 0xfd, minor: 1), in: table) == nil)
    #expect(LockTable.holder(of: 1234, on: DeviceNumber.make(major: 0xfd, minor: 1), in: "garbage\n\n1: FLOCK") == nil)
  }
}
