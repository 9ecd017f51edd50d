import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// How fast contents go to a server and come from it.
@Suite struct SpeedLimitTests {
  @Test func `pieces take their time one after the other, and no more than a tenth of a second is made up for`() {
    let limit = SpeedLimit(bytesPerSecond: 1000)
    let second: UInt64 = 1_000_000_000
    #expect(limit.reserve(1000, at: 5 * second) == 59 * second / 10)
    #expect(limit.reserve(500, at: 5 * second) == 64 * second / 10, "a second transfer waits for the first")
    #expect(limit.reserve(1000, at: 64 * second / 10 + second / 20) == 74 * second / 10, "it slept too long")
    #expect(limit.reserve(1000, at: 60 * second) == 609 * second / 10)
    #expect(limit.piece == 125)
  }

  @Test func `another limit takes back what was reserved by the one before, the same one does not`() {
    let limit = SpeedLimit(bytesPerSecond: 1)
    let second: UInt64 = 1_000_000_000
    #expect(limit.reserve(1000, at: 5 * second) == 1_004_900_000_000)
    limit.change(to: 1)
    #expect(limit.reserve(1, at: 5 * second) == 1_005_900_000_000)
    limit.change(to: 1000)
    #expect(limit.reserve(1000, at: 5 * second) == 59 * second / 10)
    limit.change(to: nil)
    #expect(limit.reserve(1000, at: 5 * second) == 5 * second && limit.piece == .max)
  }

  @Test(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"))
  func `contents go no faster than the limit of their direction`() throws {
    let server = try LyingServer()
    let text = String(repeating: "x", count: 300_000)
    try server.write(text, to: "theirs")
    var settings = WebDAVSettings(address: server.address)
    (settings.uploadLimit, settings.downloadLimit) = (200_000, 200_000)
    let provider = try ProviderUnderTest(settings)
    let item = try #require(try provider.list()["theirs"])
    // A whole second less than what both need is a limit that works, however slow the machine is.
    let start = MonotonicClock.now
    #expect(try provider.contents(item) == text)
    let middle = MonotonicClock.now
    #expect(middle - start > 1_000_000_000)
    try provider.create("ours", text)
    #expect(MonotonicClock.now - middle > 1_000_000_000)
    #expect(try server.read("ours") == text)
  }

  @Test(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"))
  func `a transfer that is slowed down ends when nobody needs it any more`() throws {
    let server = try LyingServer()
    // Its first piece takes hours.
    try server.write(String(repeating: "x", count: 1 << 20), to: "large")
    var settings = WebDAVSettings(address: server.address)
    settings.downloadLimit = 1
    let transport = try Transport(settings)
    let cancellation = Cancellation()
    let request = Request("GET", server.address + "large")
    let error = #expect(throws: WebDAVError.self) {
      try transport.perform(
        request, cancellation,
        receive: { _, _ in
          NativeThread.start(name: "cancels") {
            usleep(100_000)
            cancellation.cancel()
          }
        })
    }
    #expect(error?.reason == .cancelled)
  }
}
