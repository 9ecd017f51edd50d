import Contacts
import FileProviderProgram
import Foundation
import Glibc
import LinuxSystem

/// The right to run an extension: locks of two bytes of a file (fcntl(2)), which the kernel frees when the process ends.
///
/// One process has the first byte and runs, and one has the second and waits for the first. A third one is not needed: the one that waits fetches
/// all that is new.
final class ProviderLock: Sendable {
  private let file: Descriptor

  private static let running: off_t = 0
  private static let waiting: off_t = 1

  /// Waits until it may run.
  ///
  /// - Returns: Nil if another process waits already.
  /// - Throws: `extensionInvalidated` where the process has to end meanwhile; an `Errno` where there can be no such lock.
  init?(_ directory: URL) throws {
    let path = directory.appendingPathComponent("contact-provider.lock").path
    guard let opened = Descriptor(openingFile: path, O_RDWR | O_CREAT) else { throw Errno.last }
    guard Self.set(F_SETLK, F_WRLCK, Self.waiting, of: opened.number) else {
      guard [EACCES, EAGAIN].contains(errno) else { throw Errno.last }
      return nil
    }
    // Not F_SETLKW: signals are blocked here, and would not end that.
    while !Self.set(F_SETLK, F_WRLCK, Self.running, of: opened.number) {
      guard [EACCES, EAGAIN, EINTR].contains(errno) else { throw Errno.last }
      if Interruption.hasCome { throw ContactProviderError.extensionInvalidated }
      usleep(50_000)
    }
    _ = Self.set(F_SETLK, F_UNLCK, Self.waiting, of: opened.number)
    file = opened
  }

  /// The process that runs the extension of a folder; nil if there is none.
  ///
  /// - Throws: A failure where that process has no number here: it runs in another container, or on another machine.
  static func runner(in directory: URL) throws -> pid_t? {
    let path = directory.appendingPathComponent("contact-provider.lock").path
    guard let file = Descriptor(openingFile: path, O_RDWR) else { return nil }
    var lock = Self.lock(F_WRLCK, running)
    guard fcntl(file.number, F_GETLK, &lock) == 0, lock.l_type != F_UNLCK else { return nil }
    // kill(2) takes 0 and negative numbers for whole groups of processes.
    guard lock.l_pid > 0 else {
      throw CommandFailure(
        "domain “\(directory.lastPathComponent)”", "its extension runs in another container or on another machine",
        remedy: "end it there", status: .unavailable)
    }
    return lock.l_pid
  }

  private static func set(_ command: Int32, _ kind: Int32, _ byte: off_t, of file: Int32) -> Bool {
    var lock = lock(kind, byte)
    return fcntl(file, command, &lock) == 0
  }

  private static func lock(_ kind: Int32, _ byte: off_t) -> flock {
    flock(l_type: Int16(kind), l_whence: Int16(SEEK_SET), l_start: byte, l_len: 1, l_pid: 0)
  }
}
