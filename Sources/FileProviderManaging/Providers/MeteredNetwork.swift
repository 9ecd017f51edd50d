import Glibc
import LinuxSystem
import SecretService

/// Watches whether the network is metered, as NetworkManager knows or guesses: property `Metered` of `org.freedesktop.NetworkManager` on the system bus.
///
/// Without a bus, or without NetworkManager, no network counts as metered.
final class MeteredNetwork: Sendable {
  private static let service = "org.freedesktop.NetworkManager"
  private static let path = "/org/freedesktop/NetworkManager"
  private static let properties = "org.freedesktop.DBus.Properties"
  /// NM_METERED_YES and NM_METERED_GUESS_YES.
  private static let metered: Set<UInt32> = [1, 3]
  /// How long nobody may transfer anything before the first answer.
  private static let patience = Duration.seconds(1)
  /// After how many milliseconds a bus is looked for again.
  private static let pause: Int32 = 60_000

  private let address: String
  private let stopping: Pipe
  private let hasAnswered = Monitor(false)

  /// - Parameter address: The bus.
  init?(address: String = systemBus) {
    guard let pipe = Pipe() else { return nil }
    stopping = pipe
    self.address = address
  }

  /// Begins to watch. Returns when it is known whether the network is metered, or a second later.
  ///
  /// - Parameter body: Called with each answer, on a thread of its own.
  func start(_ body: @escaping @Sendable (Bool) -> Void) {
    let isStarted = NativeThread.start(name: "metered", stackSize: NativeThread.stackOfOthers) { [self] in
      run { isMetered in
        body(isMetered)
        hasAnswered.withLock { $0 = true }
      }
      hasAnswered.withLock { $0 = true }
    }
    if isStarted { _ = hasAnswered.wait(until: .after(Self.patience)) { $0 ? true : nil } }
  }

  /// Ends the watch. Called from any thread.
  func stop() { _ = write(stopping.writing.number, [0], 1) }

  private func run(_ body: (Bool) -> Void) {
    repeat {
      do throws(SecretServiceError) {
        return try follow(Bus(address: address), body)
      } catch {
        body(false)
        if error == .noLibrary { return }
      }
    } while !isStopped(within: Self.pause)
  }

  /// Returns when the watch is ended.
  private func follow(_ bus: Bus, _ body: (Bool) -> Void) throws(SecretServiceError) {
    try bus.addMatch("sender='\(Self.service)',path='\(Self.path)',interface='\(Self.properties)'")
    try bus.addMatch("sender='\(Bus.name)',member='NameOwnerChanged',arg0='\(Self.service)'")
    repeat { body(try Self.isMetered(bus)) } while try bus.waitForMessage(unlessReadable: stopping.reading.number)
  }

  /// The service is not started for that.
  private static func isMetered(_ bus: Bus) throws(SecretServiceError) -> Bool {
    let owned = try bus.call(Bus.path, Bus.name, "NameHasOwner", to: Bus.name) { message throws(SecretServiceError) in
      try message.write(service)
    }
    guard try owned.bool() else { return false }
    let reply = try bus.call(path, properties, "Get", to: service) { message throws(SecretServiceError) in
      try message.write(service)
      try message.write("Metered")
    }
    try reply.enter("v", "u")
    return metered.contains(try reply.number())
  }

  private func isStopped(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: stopping.reading.number, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&polled, 1, milliseconds)
      if count >= 0 || errno != EINTR { return count != 0 }
    }
  }

  private static var systemBus: String {
    getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? "unix:path=/run/dbus/system_bus_socket"
  }
}
