import Glibc
import LinuxSystem
import SecretService

/// Listens to a service of a bus. The bus is looked for again where it is not there, or goes; the service is not started.
final class BusWatch: Sendable {
  private let service: String
  private let address: String
  private let stopping: Pipe
  private let pause: Int32

  /// - Parameters:
  ///   - service: The name that the service has on the bus.
  ///   - address: The bus.
  ///   - pause: After how many milliseconds the bus is looked for again.
  init?(_ service: String, address: String, pause: Int32) {
    guard let pipe = Pipe() else { return nil }
    stopping = pipe
    self.service = service
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

  /// Has signals of an object delivered, and those that say that the service begins or ends.
  ///
  /// - Parameter rule: What besides is to be true of the object's signals (D-Bus specification, “Match Rules”).
  func listen(_ bus: Bus, to path: String, _ rule: String) throws(SecretServiceError) {
    try bus.addMatch("sender='\(service)',path='\(path)',\(rule)")
    try bus.addMatch("sender='\(Bus.name)',member='NameOwnerChanged',arg0='\(service)'")
  }

  /// Whether the service has its name.
  func isThere(_ bus: Bus) throws(SecretServiceError) -> Bool {
    let owned = try bus.call(Bus.path, Bus.name, "NameHasOwner", to: Bus.name) { message throws(SecretServiceError) in
      try message.write(service)
    }
    return try owned.bool()
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
