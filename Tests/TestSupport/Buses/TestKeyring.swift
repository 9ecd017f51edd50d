import Foundation

/// A bus of a test's own with a GNOME keyring on it, whose files are the test's too.
///
/// Nothing else can be started on this bus, unless a test says what: nobody asks for passwords there.
package final class TestKeyring {
  /// For `DBUS_SESSION_BUS_ADDRESS`.
  package let address: String
  private let directory: TestDirectory
  private let bus: RunningProcess
  private var keyring: RunningProcess?

  /// Why there can be none, if so.
  package static var problem: String? {
    ["dbus-daemon", "dbus-send", "gnome-keyring-daemon"].first { Machine.installed($0) == nil }
      .map { "\($0) is not installed" }
  }

  /// - Parameters:
  ///   - isServed: Whether there is a keyring on the bus.
  ///   - services: A folder with descriptions of services that the bus starts.
  package init(isServed: Bool = true, services: String? = nil) throws {
    directory = try TestDirectory("keyring")
    address = "unix:path=\(directory.path)/bus"
    let folder = services.map { "<servicedir>\($0)</servicedir>" } ?? ""
    let configuration = """
      <busconfig><type>session</type><listen>\(address)</listen>\(folder)<policy context="default">
      <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
      """
    try configuration.write(to: directory.appending("bus.conf"), atomically: true, encoding: .utf8)
    bus = try Self.startBus(directory, address)
    try waitForBus()
    if isServed { try serve() }
  }

  private static func startBus(_ directory: TestDirectory, _ address: String) throws -> RunningProcess {
    let file = directory.appending("bus.conf").path
    return try RunningProcess(
      [Machine.installed("dbus-daemon") ?? "dbus-daemon", "--nofork", "--nopidfile", "--config-file=\(file)"],
      environment: variables(directory, address))
  }

  private func waitForBus() throws {
    guard eventually(seconds: 30, { self.send("org.freedesktop.DBus", "/", "org.freedesktop.DBus.GetId") != nil })
    else { throw SupportFailure("the bus does not start: \(bus.errorSoFar)") }
  }

  deinit {
    keyring?.stop()
    bus.stop()
  }

  private func serve() throws {
    let program = "printf keyring-password | gnome-keyring-daemon --foreground --components=secrets --unlock"
    let keyring = try RunningProcess(["/bin/sh", "-c", program], environment: Self.variables(directory, address))
    self.keyring = keyring
    let isUp = eventually(seconds: 30) {
      self.send(
        "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.ReadAlias",
        "string:default")?.contains("/collection/") == true
    }
    guard isUp else { throw SupportFailure("the keyring does not start: \(keyring.errorSoFar)") }
  }

  /// Locks the keyring, as the desktop does when its person leaves.
  package func lock() throws {
    let path = "/org/freedesktop/secrets/aliases/default"
    let answer = send(
      "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock",
      "array:objpath:\(path)")
    guard answer != nil else { throw SupportFailure("the keyring cannot be locked") }
  }

  private static func variables(_ directory: TestDirectory, _ address: String) -> [String: String] {
    [
      "PATH": "/usr/bin:/bin", "HOME": directory.path, "XDG_DATA_HOME": directory.path + "/data",
      "XDG_RUNTIME_DIR": directory.path, "DBUS_SESSION_BUS_ADDRESS": address,
    ]
  }

  /// - Returns: The answer; nil when there was none.
  private func send(_ destination: String, _ path: String, _ method: String, _ arguments: String...) -> String? {
    let words = ["dbus-send", "--bus=\(address)", "--print-reply", "--dest=\(destination)", path, method] + arguments
    guard let result = try? RunningProcess(words, environment: Self.variables(directory, address)).wait(seconds: 30)
    else { return nil }
    return result.status == 0 ? result.output : nil
  }
}
