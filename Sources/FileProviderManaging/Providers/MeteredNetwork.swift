import Glibc
import LinuxSystem
import SecretService

/// Watches whether the network is metered, as NetworkManager knows or guesses: property `Metered` of `org.freedesktop.NetworkManager` on the system bus.
///
/// Without a bus, or without NetworkManager, no network counts as metered. One that was metered stays so while the service does not know, and where service or
/// bus are gone, for one pause: it may be restarted, and an upload that has begun is completed.
final class MeteredNetwork: Sendable {
  private static let service = "org.freedesktop.NetworkManager"
  private static let path = "/org/freedesktop/NetworkManager"
  private static let properties = "org.freedesktop.DBus.Properties"
  /// How long nobody may transfer anything before the first answer.
  private static let patience = Duration.seconds(1)
  /// After how many milliseconds a bus is looked for again, or a service that was there.
  private let pause: Int32

  private let address: String
  private let stopping: Pipe
  private let hasAnswered = Monitor(false)

  /// - Parameter address: The bus.
  init?(address: String = systemBus, pause: Int32 = 60_000) {
    guard let pipe = Pipe() else { return nil }
    stopping = pipe
    self.address = address
    self.pause = pause
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
    var (isMetered, isLost) = (false, false)
    repeat {
      do throws(SecretServiceError) {
        return try follow(Bus(address: address)) { value throws(SecretServiceError) in
          if value == nil, isMetered, !isLost { throw .noService }
          (isMetered, isLost) = (Self.isMetered(value, before: isMetered), value == nil)
          body(isMetered)
        }
      } catch {
        if isLost { isMetered = false }
        isLost = true
        body(isMetered)
        if error == .noLibrary { return }
      }
    } while !isStopped(within: pause)
  }

  /// - Parameter value: NMMetered; `nil` where there is no service.
  private static func isMetered(_ value: UInt32?, before: Bool) -> Bool {
    switch value {
    // NM_METERED_YES and NM_METERED_GUESS_YES.
    case 1, 3: true
    // NM_METERED_NO and NM_METERED_GUESS_NO.
    case 2, 4, nil: false
    default: before
    }
  }

  /// Returns when the watch is ended.
  private func follow(
    _ bus: Bus, _ body: (UInt32?) throws(SecretServiceError) -> Void
  ) throws(SecretServiceError) {
    try bus.addMatch("sender='\(Self.service)',path='\(Self.path)',interface='\(Self.properties)'")
    try bus.addMatch("sender='\(Bus.name)',member='NameOwnerChanged',arg0='\(Self.service)'")
    repeat { try body(Self.metered(bus)) } while try bus.waitForMessage(unlessReadable: stopping.reading.number)
  }

  /// The service is not started for that.
  ///
  /// - Returns: `nil` where there is none.
  private static func metered(_ bus: Bus) throws(SecretServiceError) -> UInt32? {
    let owned = try bus.call(Bus.path, Bus.name, "NameHasOwner", to: Bus.name) { message throws(SecretServiceError) in
      try message.write(service)
    }
    guard try owned.bool() else { return nil }
    let reply = try bus.call(path, properties, "Get", to: service) { message throws(SecretServiceError) in
      try message.write(service)
      try message.write("Metered")
    }
    try reply.enter("v", "u")
    return try reply.number()
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
