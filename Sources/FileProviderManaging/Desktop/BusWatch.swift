import Glibc
import LinuxSystem
import SecretService

/// Listens on a bus. The bus is looked for again where it is not there, or goes.
final class BusWatch: Sendable {
  private let address: String
  private let stopping: Pipe
  private let pause: Int32

  /// - Parameters:
  ///   - address: The bus.
  ///   - pause: After how many milliseconds the bus is looked for again.
  init?(address: String, pause: Int32) {
    guard let pipe = Pipe() else { return nil }
    stopping = pipe
    self.address = address
    self.pause = pause
  }

  /// Connects, and connects again, until the watch is ended, or where there is no library for it.
  ///
  /// - Parameters:
  ///   - body: Gets each connection. It returns when the watch is ended.
  ///   - whenLost: Called when the body has failed, or there is no bus.
  func run(_ body: (Bus) throws(SecretServiceError) -> Void, whenLost: () -> Void = {}) {
    repeat {
      do throws(SecretServiceError) { return try body(Bus(address: address)) } catch {
        whenLost()
        if error == .noLibrary { return }
      }
    } while !isStopped(within: pause)
  }

  /// Waits for a message.
  ///
  /// - Returns: `nil` when the watch is ended.
  func next(_ bus: Bus) throws(SecretServiceError) -> BusMessage? {
    try bus.message(unlessReadable: stopping.reading.number)
  }

  /// Ends the watch. Called from any thread.
  func stop() { _ = write(stopping.writing.number, [0], 1) }

  private func isStopped(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: stopping.reading.number, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&polled, 1, milliseconds)
      if count >= 0 || errno != EINTR { return count != 0 }
    }
  }

  /// The address of the system bus.
  static var systemBus: String {
    getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? "unix:path=/run/dbus/system_bus_socket"
  }
}
