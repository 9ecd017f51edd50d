import Foundation
import Logging
import Testing

@testable import OSLog
@testable import os

/// Messages as extensions write them, with Apple's rules of what is shown.
@Suite struct LoggerTests {
  private func text(_ message: OSLogMessage) -> String { message.text }

  @Test func `texts are private unless said to be public, and numbers are public`() {
    let (name, count) = ("secret", 42)
    #expect(text("plain") == "plain")
    #expect(text("\(name) \(count)") == "<private> 42")
    #expect(text("\(name, privacy: .public) \(count, privacy: .private)") == "secret <private>")
    #expect(text("\(true) \(2.5) \(name, privacy: .sensitive)") == "true 2.500000 <private>")
    #expect(text("\(URL(fileURLWithPath: "/a"), privacy: .public)") == "file:///a")
    #expect(text("\(Int.self)") == "Int")
    let error: any Error = CocoaError(.fileNoSuchFile)
    #expect(text("\(error)") == "<private>")
    #expect(text("\(error, privacy: .public)").contains("Code=4"))
    #expect(text("\(error.localizedDescription, privacy: .public)") != "<private>")
  }

  @Test func `a mask tells values apart without showing them`() {
    func masked(_ name: String) -> String { text("\(name, privacy: .private(mask: .hash))") }
    #expect(masked("a") == masked("a"))
    #expect(masked("a") != masked("b"))
    #expect(masked("a").hasPrefix("<mask.hash: "))
  }

  @Test func `numbers have formats, and values have room`() {
    #expect(text("\(255, format: .hex(includePrefix: true, uppercase: true))") == "0xFF")
    #expect(text("\(-7, format: .decimal(minDigits: 3))|\(8, format: .octal)") == "-007|10")
    #expect(text("\(1.5, format: .fixed(precision: 2))") == "1.50")
    #expect(text("\("a", align: .right(columns: 3), privacy: .public)|\(7, align: .left(columns: 2))|") == "  a|7 |")
  }

  @Test func `numbers are written as what they stand for`() {
    #expect(text("\(true, format: .answer) \(false, format: .truth)") == "yes false")
    #expect(text("\(1500, format: .byteCount), \(3 << 20, format: .byteCountIEC)") == "1.50 kB, 3 MiB")
    #expect(text("\(-12, format: .byteCount), \(8000, format: .bitrate)") == "-12 B, 8 kbps")
    #expect(text("\(0, format: .secondsSince1970)") == "1970-01-01T00:00:00Z")
    #expect(text("\(ENOENT, format: .darwinErrno)") == "[2: No such file or directory]")
    #expect(text("\(SIGTERM, format: .darwinSignal)") == "[15: Terminated]")
    #expect(text("\(Int32(0o100644), format: .darwinMode)") == "644")
    #expect(text("\(Int32(bitPattern: UInt32(0x7F00_0001).bigEndian), format: .ipv4Address)") == "127.0.0.1")
    #expect(text("\(UnsafeRawPointer(bitPattern: 0x10)!)") == "0x10")
  }

  @Test func `the older form has printf's formats`() {
    func formatted(_ format: String, _ values: any CVarArg...) -> String { FormattedMessage(format, values).text }
    #expect(formatted("%d%% of %{public}@, %@", 5, "all" as NSString, "secret" as NSString) == "5% of all, <private>")
    #expect(formatted("%x %03ld %.1f %{private}d", 255, 7, 2.25, 9) == "ff 007 2.2 <private>")
    #expect(formatted("%@ %", "a" as NSString) == "<private> <missing>")
    #expect(formatted("%d %{", "no number" as NSString).hasPrefix("<private> "))
  }

  @Test func `what is written goes where swift-log writes`() {
    let store = Recorder.Store()
    let place = OSLog(Logging.Logger(label: "org.example") { _ in Recorder(store: store) })
    let logger = Logger(place)
    logger.info("one")
    logger.error("two \("x", privacy: .public)")
    logger.fault("three")
    logger.log(level: .debug, "four")
    os_log("five %d", log: place, type: .error, 5)
    os_log(.info, log: place, "six %{public}@", "x" as NSString)
    Logger(OSLog.disabled).error("nowhere")
    #expect(store.lines.withLock { $0 } == ["info one", "error two x", "critical three", "error five 5", "info six x"])
    #expect(place.isEnabled(type: .info) && !place.isEnabled(type: .debug) && !OSLog.disabled.isEnabled(type: .fault))
  }

  @Test func `locks hold what they protect`() async {
    let lock = OSAllocatedUnfairLock(initialState: 0)
    let flag = OSAllocatedUnfairLock()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<1000 { lock.withLock { $0 += 1 } } } }
    }
    #expect(lock.withLock { $0 } == 8000)
    flag.lock()
    #expect(!flag.lockIfAvailable())
    flag.unlock()
    var raw = os_unfair_lock()
    os_unfair_lock_lock(&raw)
    #expect(!os_unfair_lock_trylock(&raw))
    os_unfair_lock_unlock(&raw)
    #expect(os_unfair_lock_trylock(&raw))
  }

  @Test func `there is memory left`() { #expect(os_proc_available_memory() > 1 << 20) }
}

private struct Recorder: LogHandler {
  final class Store: Sendable {
    let lines = OSAllocatedUnfairLock<[String]>(initialState: [])
  }

  let store: Store
  var (metadata, logLevel) = (Logging.Logger.Metadata(), Logging.Logger.Level.info)

  init(store: Store) { self.store = store }

  subscript(metadataKey key: String) -> Logging.Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { store.lines.withLock { $0.append("\(event.level) \(event.message)") } }
}
