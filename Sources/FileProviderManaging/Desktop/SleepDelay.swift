import FileProviderProgram
import LinuxSystem
import SecretService

/// Has the machine's sleep wait for something that is done before it: an inhibitor lock of logind (https://systemd.io/INHIBITOR_LOCKS) on the system bus.
///
/// logind waits for no longer than its `InhibitDelayMaxSec`, which is five seconds. Without a bus, or without logind, nothing happens.
final class SleepDelay: Sendable {
  private static let service = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"

  private let watch: BusWatch
  private let reason: String

  /// - Parameters:
  ///   - reason: What is done before the sleep, as `systemd-inhibit --list` shows it.
  ///   - address: The bus.
  ///   - pause: After how many milliseconds a bus is looked for again.
  init?(_ reason: String, address: String = BusWatch.systemBus, pause: Int32 = 60_000) {
    guard let watch = BusWatch(address: address, pause: pause) else { return nil }
    self.watch = watch
    self.reason = reason
  }

  /// Begins to watch.
  ///
  /// - Parameter body: Called when the machine is about to sleep, on a thread of its own. The sleep waits until it returns.
  func start(_ body: @escaping @Sendable () -> Void) {
    NativeThread.start(name: "sleep", stackSize: NativeThread.stackOfOthers) { [self] in
      watch.run { bus throws(SecretServiceError) in try follow(bus, body) }
    }
  }

  /// Ends the watch. Called from any thread.
  func stop() { watch.stop() }

  /// Returns when the watch is ended.
  private func follow(_ bus: Bus, _ body: () -> Void) throws(SecretServiceError) {
    try bus.listen(to: Self.service, at: Self.path, "interface='\(Self.manager)',member='PrepareForSleep'")
    var logind = try bus.owner(of: Self.service)
    var lock = lock(bus, logind)
    while let message = try watch.next(bus) {
      if message.isOwnerChange {
        // Another logind knows nothing of the lock.
        logind = try bus.owner(of: Self.service)
        lock = self.lock(bus, logind)
      } else if message.sender == logind, message.isSignal(Self.path, Self.manager, "PrepareForSleep") {
        if try message.bool() {
          body()
          lock = nil
        } else {
          // The sleep is over.
          lock = self.lock(bus, logind)
        }
      }
    }
    _ = consume lock
  }

  /// - Parameter logind: Its unique name; `nil` where it does not run.
  /// - Returns: What keeps the machine awake for a moment while it is open; `nil` where logind is not there, or refuses it.
  private func lock(_ bus: Bus, _ logind: String?) -> Descriptor? {
    guard let logind else { return nil }
    do throws(SecretServiceError) {
      let reply = try bus.call(Self.path, Self.manager, "Inhibit", to: logind) { message throws(SecretServiceError) in
        for word in ["sleep", HostProgram.current.name, reason, "delay"] { try message.write(word) }
      }
      return Descriptor(owning: try reply.descriptor())
    } catch { return nil }
  }
}
