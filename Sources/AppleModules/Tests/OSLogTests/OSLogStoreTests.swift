import Foundation
import OSLog
import Testing

@Suite struct OSLogStoreTests {
  @Test func `what this process wrote is listed, from a place on`() throws {
    let subsystem = "org.example.\(UUID().uuidString)"
    let logger = Logger(subsystem: subsystem, category: "store")
    logger.error("first \(1)")
    os_log("second %d", log: OSLog(subsystem: subsystem, category: "old"), type: .info, 2)
    let store = try OSLogStore(scope: .currentProcessIdentifier)
    let entries = try store.getEntries(at: store.position(timeIntervalSinceEnd: -3600)).compactMap {
      $0 as? OSLogEntryLog
    }
    .filter { $0.subsystem == subsystem }
    #expect(entries.map(\.composedMessage) == ["first 1", "second 2"])
    #expect(entries.map(\.category) == ["store", "old"])
    #expect(entries.map(\.level) == [.error, .info])
    let later = try store.getEntries(at: store.position(date: Date(timeIntervalSinceNow: 3600)))
    #expect(later.allSatisfy { ($0 as? OSLogEntryLog)?.subsystem != subsystem })
    let backward = try store.getEntries(with: .reverse).filter { ($0 as? OSLogEntryLog)?.subsystem == subsystem }
    #expect(backward.map(\.composedMessage) == ["second 2", "first 1"])
  }

  @Test func `those of the system are refused`() {
    #expect(throws: CocoaError.self) { try OSLogStore(scope: .system) }
  }
}
