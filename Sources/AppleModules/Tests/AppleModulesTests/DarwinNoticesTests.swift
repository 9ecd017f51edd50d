import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CoreFoundationNames

/// Notifications between programs.
@Suite struct DarwinNoticesTests {
  private final class Heard: Sendable {
    let names = Mutex<[String]>([])
    func wait(for count: Int) async throws -> [String] {
      for _ in 0..<3000 where names.withLock({ $0.count < count }) { try await Task.sleep(for: .milliseconds(10)) }
      return names.withLock { $0 }
    }
  }

  private static let heard = Heard()

  @Test func `a notification of one's own is heard by name, until the observer is removed`() async throws {
    let name = "org.example.test-\(UUID().uuidString)" as CFString
    let center: CFNotificationCenter = CFNotificationCenterGetDarwinNotifyCenter()
    let observer = Unmanaged.passUnretained(Self.heard).toOpaque()
    CFNotificationCenterAddObserver(
      center, observer,
      { center, observer, name, object, userInfo in
        guard let observer, let name, center != nil, object == nil, userInfo == nil else { return }
        let heard = Unmanaged<Heard>.fromOpaque(observer).takeUnretainedValue()
        heard.names.withLock { $0.append(name.rawValue as String) }
      }, name, nil, .deliverImmediately)
    let other = CFNotificationName("org.example.other" as CFString)
    CFNotificationCenterPostNotification(center, other, nil, nil, true)
    CFNotificationCenterPostNotification(center, CFNotificationName(rawValue: name), nil, nil, true)
    #expect(try await Self.heard.wait(for: 1) == [name as String])
    CFNotificationCenterRemoveObserver(center, observer, CFNotificationName(name), nil)
    CFNotificationCenterRemoveEveryObserver(center, observer)
    CFNotificationCenterPostNotification(center, CFNotificationName(name), nil, nil, true)
    // The clock itself is meant: nothing is heard meanwhile.
    try await Task.sleep(for: .milliseconds(200))
    #expect(Self.heard.names.withLock { $0.count } == 1)
    let behaviors: [CFNotificationSuspensionBehavior] = [.drop, .coalesce, .hold, .deliverImmediately]
    #expect(behaviors.map(\.rawValue) == [1, 2, 3, 4])
  }

  @Test func `another process is heard, and a name may have any letters`() async throws {
    let directory = try TestDirectory("notices")
    let notices = DarwinNotices(folder: directory.url.path)
    let heard = Heard()
    let callback: CFNotificationCallback = { _, _, name, _, _ in
      heard.names.withLock { $0.append((name?.rawValue).map { $0 as String } ?? "") }
    }
    notices.add(DarwinNotices.Observer(pointer: nil, call: callback), of: "../ä b")
    let file = try #require(DarwinNotices.file(of: "../ä b"))
    #expect(file == "_..%2f%c3%a4%20b")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", ": >> \"$0\"", directory.url.appendingPathComponent(file).path]
    try shell.run()
    shell.waitUntilExit()
    #expect(try await heard.wait(for: 1) == ["../ä b"])
    #expect(DarwinNotices.file(of: String(repeating: "x", count: 255)) == nil)
    notices.post(String(repeating: "x", count: 255))
    // Where there is no folder of the person's own, nothing comes.
    let none = DarwinNotices(folder: nil)
    none.add(DarwinNotices.Observer(pointer: nil, call: callback), of: "x")
    none.post("x")
  }
}
