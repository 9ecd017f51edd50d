import FileProviderDomains
import FileProviderProgram
import Foundation
import Glibc
import LinuxSystem

/// Serves the status of a mount in its process: every client gets one JSON object.
///
/// The socket is in a folder that only the user can enter. A thread of its own serves it, so that a busy mount still
/// answers.
final class StatusServer: Sendable {
  private let descriptor: Descriptor
  private let note: MountRegistry.Note

  /// Begins to answer.
  ///
  /// - Parameter status: Called on the server's thread.
  init(_ note: MountRegistry.Note, status: @escaping @Sendable () -> MountStatus) throws {
    self.note = note
    let path = try MountRegistry.add(note) + ".socket"
    // In root's folder, even for another user's domain.
    guard let descriptor = UnixSocket.make(),
      FileIdentity.asProcess({ Self.listen(descriptor.number, at: path) })
    else {
      throw CommandFailure(path, "cannot create a socket: \(System.reason())")
    }
    self.descriptor = descriptor
    NativeThread.start(name: "status", stackSize: NativeThread.stackOfOthers) { [self] in serve(status) }
  }

  /// Stops serving, and removes the mount's note.
  func stop() {
    MountRegistry.remove(note)
    shutdown(descriptor.number, Int32(SHUT_RDWR))
  }

  private static func listen(_ descriptor: Int32, at path: String) -> Bool {
    unlink(path)
    let isBound = UnixSocket.withAddress(path) { bind(descriptor, $0, $1) == 0 } ?? false
    return isBound && Glibc.listen(descriptor, 16) == 0
  }

  private func serve(_ status: @Sendable () -> MountStatus) {
    while true {
      var state = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, -1) >= 0 || errno == EINTR else { return }
      if state.revents & Int16(POLLHUP) != 0 { return }
      guard let connection = Descriptor(owning: accept(descriptor.number, nil, nil)) else {
        switch errno {
        case EAGAIN, EINTR, ECONNABORTED: continue
        // The process has no more descriptors now; a client waits that long.
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(100_000)
        default: return
        }
        continue
      }
      if let data = try? JSONEncoder().encode(status()) { Self.send(data, to: connection.number) }
    }
  }

  /// Sends, waiting for a client that does not read for a second at most.
  private static func send(_ data: Data, to connection: Int32) {
    var limit = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Void in
      var rest = bytes
      while rest.count > 0 {
        let count = Glibc.send(connection, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}
