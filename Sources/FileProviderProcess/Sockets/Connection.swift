import Glibc
import LinuxSystem
import Synchronization

/// A connection of two processes, over which frames go.
///
/// One thread polls it and reads from it. Any thread sends, and never waits: what the socket does not take at once is kept, and sent by the
/// thread that polls.
package final class Connection: Sendable {
  private struct Outbox {
    var bytes: [UInt8] = []
    var start = 0
    var isBroken = false

    var rest: Int { bytes.count - start }
  }

  /// Who is at the other end.
  package let peer: Peer
  private let socket: Descriptor
  private let reader = Mutex(FrameReader())
  private let outbox = Mutex(Outbox())
  private let waker: Waker?

  /// The most bytes that are kept for one who does not read.
  private static let mostKept = 4 << 20
  /// The most bytes that are read before others have their turn.
  private static let mostRead = 256 << 10

  /// - Parameters:
  ///   - socket: Connected, and not blocking.
  ///   - users: Who may be at the other end.
  ///   - waker: Wakes the thread that polls, when there is something left to send.
  /// - Throws: When the other end has no business with the store.
  init(_ socket: consuming Descriptor, with users: Set<uid_t>, waker: Waker?) throws(ProtocolError) {
    guard let peer = Peer(of: socket.number) else {
      throw ProtocolError("the kernel does not report the peer's identity")
    }
    guard users.contains(peer.user) else { throw ProtocolError("user \(peer.user) does not own the store") }
    self.peer = peer
    self.socket = socket
    self.waker = waker
  }

  /// What poll(2) is to wait for.
  var polled: pollfd {
    let wants = outbox.withLock { $0.rest > 0 } ? POLLIN | POLLOUT : POLLIN
    return pollfd(fd: socket.number, events: Int16(wants), revents: 0)
  }

  /// Sends a frame. Where that fails the connection is broken, and the thread that polls it finds out.
  package func send(_ frame: Frame) { send([frame]) }

  /// Sends some frames at once.
  func send(_ frames: [Frame]) {
    let isLeft = outbox.withLock { outbox in
      guard !outbox.isBroken else { return false }
      for frame in frames { outbox.bytes += frame.bytes }
      flush(&outbox)
      return outbox.rest > 0
    }
    if isLeft { waker?.wake() }
  }

  /// Sends what is kept, as far as the socket takes it.
  ///
  /// - Throws: When the connection is broken.
  func flush() throws(ProtocolError) {
    let isBroken = outbox.withLock { outbox in
      if !outbox.isBroken { flush(&outbox) }
      return outbox.isBroken
    }
    if isBroken { throw ProtocolError("the connection is broken") }
  }

  private func flush(_ outbox: inout Outbox) {
    while outbox.rest > 0 {
      let count = outbox.bytes.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress?.advanced(by: outbox.start), outbox.rest, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        if errno != EAGAIN || outbox.rest > Self.mostKept { breakOff(&outbox) }
        return
      }
      outbox.start += count
    }
    outbox.bytes.removeAll(keepingCapacity: outbox.bytes.count < 65536)
    outbox.start = 0
  }

  private func breakOff(_ outbox: inout Outbox) {
    outbox = Outbox(isBroken: true)
    shutdown(socket.number, Int32(SHUT_RDWR))
  }

  /// Reads the available bytes.
  ///
  /// - Returns: The complete frames.
  /// - Throws: When the other side has closed it, or does not keep to the protocol.
  func receive() throws(ProtocolError) -> [Frame] {
    var frames: [Frame] = []
    var left = Self.mostRead
    var buffer = [UInt8](repeating: 0, count: 65536)
    while left > 0 {
      // Descriptors sent along are dropped by the kernel: no space for them is provided here.
      let count = recv(socket.number, &buffer, buffer.count, 0)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { break }
      guard count > 0 else {
        // Bytes received before the end count.
        if frames.isEmpty { throw ProtocolError(count == 0 ? "closed by the peer" : Errno.last.description) }
        return frames
      }
      left -= count
      try reader.withLock { reader throws(ProtocolError) in
        reader.append(buffer[..<count])
        while let frame = try reader.next() { frames.append(frame) }
      }
    }
    return frames
  }

  /// Ends it for both sides. The thread that polls it finds out.
  package func close() { outbox.withLock { breakOff(&$0) } }
}
