import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Testing

@testable import FileProviderFileSystem

/// The thread that marks what people write.
@Suite struct RecentsMarkerTests {
  /// How often a thread has gone to sleep.
  ///
  /// - Parameter thread: Its folder in `/proc`.
  private func sleeps(of thread: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(thread)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") })
    return try #require(line.split(separator: "\t").last.flatMap { Int($0) })
  }

  /// A program that makes thousands of files is not slowed down by a thread that wants none of them.
  @Test func `it looks a few times a second while a program writes many files`() throws {
    let fixture = try FileSystemFixture()
    let marker = RecentsMarker(fixture.fileSystem, logger: fixture.context.logger)
    let thread = Monitor<String?>(nil)
    let hasEnded = Monitor(false)
    NativeThread.start(name: "recents") {
      thread.withLock { $0 = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self") }
      marker.run()
      hasEnded.withLock { $0 = true }
    }
    let folder = try #require(thread.wait(until: .after(.seconds(60))) { $0 })
    // More than a person's, and time to find that out: then nothing is held back.
    for item in 0..<30 { fixture.fileSystem.written.append(ItemID(rawValue: Int64(item)), by: 1) }
    usleep(1_500_000)
    let before = try sleeps(of: folder)
    let start = MonotonicClock.now
    for item in 30..<230 {
      fixture.fileSystem.written.append(ItemID(rawValue: Int64(item)), by: 1)
      usleep(3_000)
    }
    let seconds = Int((MonotonicClock.now - start) / 1_000_000_000) + 1
    #expect(try sleeps(of: folder) - before <= 20 * seconds)
    marker.stop()
    #expect(hasEnded.wait(until: .after(.seconds(60))) { $0 ? true : nil } == true)
    #expect(fixture.fileSystem.written.take().isEmpty)
  }
}
