import Foundation
import TestSupport
import Testing

@testable import UserNotifications

/// Notices, against a service that writes down what it is asked for.
@Suite(.enabled(if: TestKeyring.problem == nil, "\(TestKeyring.problem ?? "")"), .serialized)
struct UserNotificationsTests {
  /// A bus of the test's own, and the service on it.
  private final class Desktop {
    let bus: TestKeyring
    private let service: RunningProcess

    init() throws {
      bus = try TestKeyring(isServed: false)
      service = try RunningProcess(
        [Machine.installed("python3") ?? "python3", "-u", "-c", Desktop.program],
        environment: ["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": bus.address])
      #expect(eventually { self.said.contains("ready") })
    }

    deinit { service.stop() }

    /// What the service was asked for, a line each.
    var said: [String] { service.outputSoFar.split(separator: "\n").map(String.init) }
    var center: UNUserNotificationCenter { UNUserNotificationCenter(address: bus.address) }

    private static let program = """
      from ctypes import *
      sd = CDLL("libsystemd.so.0")
      bus = c_void_p()
      assert sd.sd_bus_open_user(byref(bus)) >= 0
      assert sd.sd_bus_request_name(bus, b"org.freedesktop.Notifications", c_uint64(0)) >= 0
      print("ready")
      count = 40
      while True:
          m = c_void_p()
          if sd.sd_bus_process(bus, byref(m)) == 0:
              sd.sd_bus_wait(bus, c_uint64(2**64 - 1))
          if not m:
              continue
          def asked(name): return sd.sd_bus_message_is_method_call(m, b"org.freedesktop.Notifications", name) > 0
          number = c_uint32()
          if asked(b"Notify"):
              name, icon, title, body = [c_char_p() for i in range(4)]
              sd.sd_bus_message_read(m, b"susss", byref(name), byref(number), byref(icon), byref(title), byref(body))
              sd.sd_bus_message_skip(m, b"as")
              hints = []
              sd.sd_bus_message_enter_container(m, ord("a"), b"{sv}")
              while sd.sd_bus_message_enter_container(m, ord("e"), b"sv") > 0:
                  key, text, value = c_char_p(), c_char_p(), c_uint32()
                  sd.sd_bus_message_read(m, b"s", byref(key))
                  kind = {b"urgency": b"y", b"suppress-sound": b"b"}.get(key.value, b"s")
                  sd.sd_bus_message_read(m, b"v", kind, byref(text if kind == b"s" else value))
                  hints.append((key.value + b"=").decode() + (text.value.decode() if kind == b"s" else str(value.value)))
                  sd.sd_bus_message_exit_container(m)
              count += 1
              print("notify", number.value, title.value.decode(), "|", body.value.decode().replace("\\n", "/"), *hints)
              sd.sd_bus_reply_method_return(m, b"u", number.value or count)
          elif asked(b"CloseNotification"):
              sd.sd_bus_message_read(m, b"u", byref(number))
              print("close", number.value)
              sd.sd_bus_reply_method_return(m, b"")
          elif asked(b"GetCapabilities"):
              sd.sd_bus_reply_method_return(m, b"as", 1, b"body")
          sd.sd_bus_message_unref(m)
      """
  }

  private func request(_ name: String, _ title: String, after time: TimeInterval? = nil) -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = title
    return UNNotificationRequest(
      identifier: name, content: content,
      trigger: time.map { UNTimeIntervalNotificationTrigger(timeInterval: $0, repeats: false) })
  }

  @Test func `a notice is shown with its lines, and takes the place of the one with its name`() async throws {
    let desktop = try Desktop()
    let center = desktop.center
    #expect(try await center.requestAuthorization(options: [.alert, .sound]))
    #expect(await center.notificationSettings().authorizationStatus == .authorized)
    let content = UNMutableNotificationContent()
    content.title = "Upload failed <b>"
    content.subtitle = "a & b"
    content.body = "No <room>"
    content.sound = .default
    content.interruptionLevel = .timeSensitive
    let request = UNNotificationRequest(identifier: "upload", content: content, trigger: nil)
    content.title = "changed later"
    try await center.add(request)
    try await center.add(self.request("upload", "again"))
    try await center.add(self.request("other", "third"))
    center.removeDeliveredNotifications(withIdentifiers: ["upload", "unknown"])
    center.removeAllDeliveredNotifications()
    #expect(try await eventually { desktop.said.count == 6 })
    #expect(
      desktop.said.dropFirst() == [
        "notify 0 Upload failed <b> | a &amp; b/No &lt;room> urgency=2 sound-name=message-new-instant",
        "notify 41 again |  urgency=1 suppress-sound=1", "notify 0 third |  urgency=1 suppress-sound=1", "close 41",
        "close 43",
      ])
  }

  @Test func `a notice waits for its time, and is given up`() async throws {
    let desktop = try Desktop()
    let center = desktop.center
    try await center.add(request("never", "never", after: 3600))
    try await center.add(request("later", "later", after: 0.01))
    #expect(try await eventually { desktop.said.contains { $0.hasPrefix("notify 0 later") } })
    #expect(await center.pendingNotificationRequests().map(\.identifier) == ["never"])
    center.removePendingNotificationRequests(withIdentifiers: ["never"])
    #expect(await center.pendingNotificationRequests().isEmpty)
    try await center.add(request("never", "never", after: 3600))
    center.removeAllPendingNotificationRequests()
    // What is removed there is removed behind this question.
    _ = await center.notificationSettings()
    #expect(await center.pendingNotificationRequests().isEmpty)
  }

  @Test func `where nothing shows notices, none may be shown, and it is said why`() async throws {
    let bus = try TestKeyring(isServed: false)
    for address in [bus.address, "unix:path=/nonexistent/bus"] {
      let center = UNUserNotificationCenter(address: address)
      #expect(try await center.requestAuthorization() == false)
      #expect(await center.notificationSettings().authorizationStatus == .denied)
      let failure = await #expect(throws: UNError.self) { try await center.add(request("a", "a")) }
      #expect(failure?.code == .notificationsNotAllowed)
      #expect(failure?.localizedDescription.contains("session bus") == true)
    }
  }

  @Test func `a notice without a text is an error`() async {
    let failure = await #expect(throws: UNError.self) {
      try await UNUserNotificationCenter.current().add(request("a", ""))
    }
    #expect(failure?.code == .notificationInvalidNoContent && failure?.errorCode == 1401)
  }
}
