import CLinux
import Foundation
import Glibc
package import LinuxSystem
package import Logging
import Synchronization

/// Serves mounts and commands in the process of a provider, on one thread.
package final class ProviderServer: Sendable {
  /// How long the server waits for what.
  package struct Timing: Sendable {
    /// How long it runs without clients and work, since an unmount may be followed by a mount.
    package var linger = Duration.seconds(2)
    /// How long it then still waits for an unfinished pull: a server that does not answer may take minutes.
    package var longestLinger = Duration.seconds(10)
    /// Time limit for a client's greeting.
    package var greeting = Duration.seconds(10)
    package init() {}
  }

  private struct State {
    var isStopped = false
    var clients: [Client] = []
  }

  private let place: ProcessPlace
  private let timing: Timing
  private let logger: Logger
  private let listener: Descriptor
  private let waker: Waker
  private let state = Mutex(State())

  /// The most that are connected at once.
  static let mostClients = 128

  /// Begins to listen: clients wait until `run` is called.
  ///
  /// - Parameter lock: Held by the caller for as long as the process runs: what another process has left is removed.
  /// - Throws: Why there is no socket.
  package init(
    _ place: ProcessPlace, _ lock: ProcessLock, timing: Timing = Timing(), logger: Logger
  ) throws(Errno) {
    self.place = place
    self.timing = timing
    self.logger = logger
    waker = try Waker()
    guard let made = UnixSocket.make() else { throw .last }
    unlink(place.socket)
    let number = made.number
    // The mode of the file that bind(2) makes.
    guard fchmod(number, 0o600) == 0, UnixSocket.withAddress(place.socket, { bind(number, $0, $1) }) == 0,
      listen(number, 64) == 0
    else { throw .last }
    listener = made
  }

  /// Serves until there are no clients and no work, until the process is asked to end, or until `stop`.
  ///
  /// Who is connected stays so: they find out when the process has ended.
  package func run(_ service: any ProviderService) {
    Heap.prepareForLongLife()
    // Another store that took the place has a socket of its own.
    defer { if place.isThere { unlink(place.socket) } }
    var (end, latest) = (Deadline.after(timing.linger), Deadline.after(timing.longestLinger))
    while !state.withLock({ $0.isStopped }) {
      let clients = state.withLock { $0.clients }
      if !clients.isEmpty || service.isSending { latest = .after(timing.longestLinger) }
      if !clients.isEmpty || service.isBusy { end = min(.after(timing.linger), latest) }
      if end.hasPassed { return }
      var polled = [waker.polled, pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)]
      polled += clients.map(\.connection.polled)
      guard poll(&polled, nfds_t(polled.count), timeout(clients, end)) >= 0 || errno == EINTR else { return }
      if polled[0].revents != 0 { waker.clear() }
      if polled[1].revents != 0 { accept(service) }
      for (client, polled) in zip(clients, polled.dropFirst(2)) {
        if serve(client, polled) { return }
      }
    }
  }

  /// Ends `run`. Called from any thread.
  package func stop() {
    state.withLock { $0.isStopped = true }
    waker.wake()
  }

  /// In milliseconds: until the linger ends, or until the next check of silent clients and of the remaining work.
  private func timeout(_ clients: [Client], _ end: Deadline) -> Int32 {
    clients.allSatisfy(\.hasGreeted) && !clients.isEmpty ? -1 : end.hasPassed ? 0 : 100
  }

  private func accept(_ service: any ProviderService) {
    let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    while let socket = Descriptor(owning: accept4(listener.number, nil, nil, flags)) {
      guard state.withLock({ $0.clients.count }) < Self.mostClients else { continue }
      do throws(ProtocolError) {
        let client = Client(
          try Connection(socket, with: [place.owner, 0], waker: waker), service, patience: timing.greeting)
        state.withLock { $0.clients.append(client) }
      } catch { logger.notice("a connection was refused: \(error)") }
    }
    // Without free descriptors the same connection would be reported at once, again and again.
    if errno == EMFILE || errno == ENFILE { usleep(100_000) }
  }

  /// - Returns: Whether the process is to end.
  private func serve(_ client: Client, _ polled: pollfd) -> Bool {
    do throws(ProtocolError) {
      guard client.hasGreeted || !client.patience.hasPassed else { throw ProtocolError("no greeting arrived in time") }
      guard polled.revents != 0 else { return false }
      if polled.revents & Int16(POLLOUT) != 0 { try client.connection.flush() }
      if polled.revents & ~Int16(POLLOUT) != 0 {
        for frame in try client.connection.receive() where try client.handle(frame) {
          if state.withLock({ $0.clients.count }) == 1 { return true }
          client.connection.send(SentError(Self.inUse).frame(frame.number))
        }
      }
    } catch {
      logger.debug("a connection ended: \(error)")
      client.leave()
      state.withLock { $0.clients.removeAll { $0 === client } }
    }
    return false
  }

  private static let inUse = NSError(
    domain: NSPOSIXErrorDomain, code: Int(EBUSY), userInfo: [NSLocalizedDescriptionKey: "other clients are connected"])
}
