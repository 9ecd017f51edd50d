import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import LinuxSystem
import Logging
import TestSupport
import Testing

/// Contents for which nobody waits when they come.
@Suite struct AbandonedContentsTests {
  /// The replica stops after the provider was asked, and before the thread that asked it waits.
  @Test(arguments: [false, true])
  func `contents that come while the replica stops are removed`(isLate: Bool) throws {
    let directory = try TestDirectory("unawaited")
    let file = directory.url.appendingPathComponent("brought")
    try Data("alpha\n".utf8).write(to: file)
    let (log, inFlight) = (RecordedLog(), InFlight())
    let domain = NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier("unawaited"), displayName: "test")
    let provider = StoppingProvider(domain: domain)
    let calls = ProviderCalls(
      provider, try ItemStore(directory: directory.url), limits: .quick, inFlight: inFlight, logger: log.logger)
    let late = Handler<Void, Void> {}
    provider.answer.set { completion in
      inFlight.stop()
      if isLate { late.set { completion(file, nil, nil) } } else { completion(file, nil, nil) }
    }
    #expect(throws: (any Error).self) {
      try calls.contents(of: NSFileProviderItemIdentifier("a"), request: calls.request())
    }
    late()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(log.messages(.notice).count { $0.contains("twice or too late") } == (isLate ? 1 : 0), "\(log.text)")
  }
}

/// A provider that something happens to while it is asked for contents.
private final class StoppingProvider: NSObject, ForwardingProvider, Sendable {
  typealias Completion = @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  let base: MemoryProvider
  let answer = Handler<Completion, Void> { _ in }

  init(domain: NSFileProviderDomain) {
    base = MemoryProvider(domain: domain)
    super.init()
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest, completionHandler: @escaping Completion
  ) -> Progress {
    answer(completionHandler)
    return Progress()
  }
}
