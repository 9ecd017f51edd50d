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

  private let watch: BusWatch
  private let hasAnswered = Monitor(false)

  /// - Parameters:
  ///   - address: The bus.
  ///   - pause: After how many milliseconds a bus is looked for again, or a service that was there.
  init?(address: String = BusWatch.systemBus, pause: Int32 = 60_000) {
    guard let watch = BusWatch(address: address, pause: pause) else { return nil }
    self.watch = watch
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
  func stop() { watch.stop() }

  private func run(_ body: (Bool) -> Void) {
    var (isMetered, isLost) = (false, false)
    watch.run { bus throws(SecretServiceError) in
      try follow(bus) { value throws(SecretServiceError) in
        if value == nil, isMetered, !isLost { throw .noService }
        (isMetered, isLost) = (Self.isMetered(value, before: isMetered), value == nil)
        body(isMetered)
      }
    } whenLost: {
      if isLost { isMetered = false }
      isLost = true
      body(isMetered)
    }
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
    try bus.listen(to: Self.service, at: Self.path, "interface='\(Self.properties)'")
    var manager = try bus.owner(of: Self.service)
    try body(metered(bus, manager))
    while let message = try watch.next(bus) {
      if message.isOwnerChange {
        manager = try bus.owner(of: Self.service)
      } else if message.sender != manager {
        // Anybody can send signals.
        continue
      }
      try body(metered(bus, manager))
    }
  }

  /// - Parameter manager: NetworkManager's unique name.
  /// - Returns: `nil` where there is no service.
  private func metered(_ bus: Bus, _ manager: String?) throws(SecretServiceError) -> UInt32? {
    guard let manager else { return nil }
    let reply = try bus.call(Self.path, Self.properties, "Get", to: manager) {
      message throws(SecretServiceError) in
      try message.write(Self.service)
      try message.write("Metered")
    }
    try reply.enter("v", "u")
    return try reply.number()
  }
}
