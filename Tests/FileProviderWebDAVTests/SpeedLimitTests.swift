import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// How fast contents go to a server and come from it.
@Suite struct SpeedLimitTests {
  @Test func `pieces take their time one after the other, and what was not used is not saved up`() {
    let limit = SpeedLimit(bytesPerSecond: 1000)
    let second: UInt64 = 1_000_000_000
    #expect(limit.reserve(1000, at: 5 * second) == 6 * second)
    #expect(limit.reserve(500, at: 5 * second) == 6 * second + second / 2, "a second transfer waits for the first")
    #expect(limit.reserve(1000, at: 60 * second) == 61 * second)
    #expect(limit.piece == 125)
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
    // An hour's worth.
    try server.write(String(repeating: "x", count: 36 << 20), to: "large")
    var settings = WebDAVSettings(address: server.address)
    settings.downloadLimit = 10 << 10
    let transport = try Transport(settings)
    let cancellation = Cancellation()
    let request = Request("GET", server.address + "large")
    let error = #expect(throws: WebDAVError.self) {
      try transport.perform(request, cancellation) { _, _ in cancellation.cancel() }
    }
    #expect(error?.reason == .cancelled)
  }
}
