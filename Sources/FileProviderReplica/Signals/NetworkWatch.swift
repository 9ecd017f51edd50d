import Glibc
import LinuxSystem

/// Watches for a new link, address or route, by which the machine may reach others (rtnetlink(7)).
final class NetworkWatch: Sendable {
  private let socket: Descriptor
  private let stopping: Pipe

  /// rtnetlink(7), “RTMGRP_LINK”, and addresses and routes of IPv4 and IPv6.
  private static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
  /// RTM_NEWLINK, RTM_NEWADDR, RTM_NEWROUTE.
  private static let changes: Set<UInt16> = [16, 20, 24]
  private static let headerSize = 16

  /// - Returns: `nil` where the system does not report them: whoever is offline tries again after pauses, as always.
  init?() {
    let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard let made = Descriptor(owning: Glibc.socket(AF_NETLINK, kind, 0)), let pipe = Pipe() else { return nil }
    // struct sockaddr_nl: the family, two bytes of nothing, the port, which the kernel chooses, and the groups.
    let address = [UInt32(AF_NETLINK), 0, Self.groups]
    let number = made.number
    let isBound = address.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return bind(number, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
    }
    guard isBound else { return nil }
    socket = made
    stopping = pipe
  }

  /// Calls `body` when there is something new, once for all that comes within a moment, until `stop`.
  func run(_ body: () -> Void) {
    while wait(milliseconds: -1) == .message {
      guard readsChange() else { continue }
      // A network comes up in many steps.
      var steps = 0
      while steps < 10, wait(milliseconds: 200) == .message {
        _ = readsChange()
        steps += 1
      }
      if wait(milliseconds: 0) == .stopped { return }
      body()
    }
  }

  /// Ends `run`. Called from any thread.
  func stop() { _ = write(stopping.writing.number, [0], 1) }

  private enum Event {
    case message
    case nothing
    case stopped
  }

  private func wait(milliseconds: Int32) -> Event {
    while true {
      var polled = [
        pollfd(fd: stopping.reading.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&polled, 2, milliseconds)
      if count < 0 && errno == EINTR { continue }
      if count < 0 || polled[0].revents != 0 { return .stopped }
      return count == 0 ? .nothing : .message
    }
  }

  private func readsChange() -> Bool {
    var isChange = false
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = recv(socket.number, &buffer, buffer.count, 0)
      // Messages that did not fit are lost, and may have been among these.
      if count < 0 && errno == ENOBUFS { isChange = true } else if count <= 0 { return isChange }
      if count > 0, Self.reportsChange(buffer[..<count]) { isChange = true }
    }
  }

  /// Whether messages of the kernel report a new link, address or route (netlink(7), “struct nlmsghdr”).
  static func reportsChange(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while rest.count >= headerSize {
      let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      let kind = UInt16(rest[rest.startIndex + 4]) | UInt16(rest[rest.startIndex + 5]) << 8
      if changes.contains(kind) { return true }
      // Each begins at a multiple of four.
      guard length >= headerSize, length <= rest.count else { return false }
      rest = rest.dropFirst((length + 3) & ~3)
    }
    return false
  }
}
