import Foundation
import TestSupport
import Testing

@testable import UserNotifications

/// Notices, against a service that writes down what it is asked for.
@Suite(.enabled(if: Desktop.problem == nil, "\(Desktop.problem ?? "")"), .serialized)
struct UserNotificationsTests {
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
    #expect(try await eventually { desktop.said.count == 7 })
    #expect(
      desktop.said == [
        // One connection for all of it.
        "ready", "caller",
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

  @Test func `another service's notices are not taken for those that were shown`() async throws {
    let first = try Desktop()
    let center = first.center
    try await center.add(request("a", "a"))
    try await center.add(request("b", "b"))
    first.stop()
    let second = try Desktop(bus: first.bus)
    center.removeDeliveredNotifications(withIdentifiers: ["b"])
    try await center.add(request("a", "again"))
    center.removeAllDeliveredNotifications()
    #expect(try await eventually { second.said.count >= 4 })
    #expect(second.said == ["ready", "caller", "notify 0 again |  urgency=1 suppress-sound=1", "close 41"])
  }

  @Test func `another bus is connected to, and knows none of the notices`() async throws {
    let first = try Desktop()
    let center = first.center
    try await center.add(request("a", "a"))
    first.stop()
    try first.bus.restartBus()
    #expect(await center.notificationSettings().authorizationStatus == .denied)
    let second = try Desktop(bus: first.bus)
    try await center.add(request("a", "again"))
    #expect(second.said == ["ready", "caller", "notify 0 again |  urgency=1 suppress-sound=1"])
  }

  @Test func `of names that are never used again, the oldest are forgotten`() {
    var shown = ShownNotices()
    for number in 0..<UInt32(ShownNotices.most) { shown["\(number)"] = number }
    shown["0"] = 7
    shown["new"] = 8
    #expect(shown.names.count == ShownNotices.most)
    #expect(shown["0"] == 7 && shown["new"] == 8 && shown["1"] == nil && shown["2"] == 2)
    #expect(shown.remove("2") == 2 && shown.remove("2") == nil && shown["2"] == nil)
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
