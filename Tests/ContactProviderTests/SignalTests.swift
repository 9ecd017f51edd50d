import Foundation
import Glibc
import TestSupport
import Testing

/// Runs of the extension that go on, wait, and end at a signal.
@Suite struct SignalTests: ProviderProgram {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `an extension runs again and again until it is interrupted`() async throws {
    var source = ProviderSource(count: 3)
    try source.write(to: sandbox.url("source"))
    let process = try sandbox.startProgram([Self.name, "contacts", "provide", "--every", "1s"], variables)
    #expect(try await eventually { (try? names()) == source.names })
    try sandbox.write("", to: "source")
    #expect(process.waitForError { $0.contains("domain “\(Self.name)”: ") })
    source.change(["c0": nil])
    try source.write(to: sandbox.url("source"))
    #expect(try await eventually { try names() == source.names })
    process.signal(SIGTERM)
    #expect(process.wait().status == 0)
  }

  @Test func `invalidate ends an extension that enumerates`() async throws {
    var source = ProviderSource(count: 3)
    (source.pageSize, source.delay) = (1, 1_000_000_000)
    try source.write(to: sandbox.url("source"))
    let process = try sandbox.startProgram([Self.name, "contacts", "provide"], variables)
    let lock = store.appendingPathComponent("contact-provider.lock").path
    #expect(try await eventually { (try? FileLocks.ranges(of: process.pid, on: lock))?.first?.bytes == 0...0 })
    process.signal(SIGTERM)
    let result = process.wait()
    #expect(result.status == 1 && result.error.contains("the enumeration of contacts was ended"), "\(result)")
  }

  /// Its server never answers, and nothing is left for other tasks to run on.
  @Test func `invalidate ends an extension that keeps all threads of tasks`() async throws {
    var source = ProviderSource(count: 3)
    (source.delay, source.tasks) = (1_000_000_000, 200)
    try source.write(to: sandbox.url("source"))
    let process = try sandbox.startProgram([Self.name, "contacts", "provide"], variables)
    #expect(try await eventually { Self.runner(store) == process.pid })
    // Its method has been called by then.
    try await Task.sleep(for: .seconds(1))
    process.signal(SIGTERM)
    let result = process.wait(seconds: 100)
    #expect(result.status == 1 && result.error.contains("the enumeration of contacts was ended"), "\(result)")
  }

  @Test func `one run waits for another, and ends at a signal`() async throws {
    var source = ProviderSource(count: 3)
    source.delay = 1_000_000_000
    try source.write(to: sandbox.url("source"))
    let first = try sandbox.startProgram([Self.name, "contacts", "provide"], variables)
    #expect(try await eventually { Self.runner(store) == first.pid })
    let second = try sandbox.startProgram([Self.name, "contacts", "provide"], variables)
    let lock = store.appendingPathComponent("contact-provider.lock").path
    #expect(try await eventually { (try? FileLocks.ranges(of: second.pid, on: lock))?.first?.bytes == 1...1 })
    try provide()
    second.signal(SIGTERM)
    #expect(second.wait(seconds: 100).status == 1)
    #expect(Self.runner(store) == first.pid)
    first.signal(SIGTERM)
    #expect(first.wait().status == 1)
  }

  @Test(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"))
  func `a signal unmounts a mount whose extension runs`() async throws {
    for words in [["mount", "--help"], ["mount"]] {
      _ = try sandbox.startProgram([Self.name] + words, variables).wait()
      #expect(!FileManager.default.fileExists(atPath: store.path), "\(words)")
    }
    var source = ProviderSource(count: 3)
    source.delay = 1_000_000_000
    try source.write(to: sandbox.url("source"))
    let mount = try sandbox.startProgram([Self.name, "mount", "--foreground", sandbox.mountpoint], variables)
    #expect(try await eventually { Self.runner(store) != nil && sandbox.isMounted })
    let runner = try #require(Self.runner(store))
    mount.signal(SIGTERM)
    let result = mount.wait()
    #expect(result.status == 0 && !sandbox.isMounted, "\(result)")
    kill(runner, SIGTERM)
    #expect(try await eventually { Self.runner(store) == nil })
  }
}
