import Contacts
import FileProviderProgram
import Foundation

/// The process of an extension: one run, from its beginning to `invalidate`.
struct ExtensionProcess: Sendable {
  let home: ProviderHome
  private let limits: ProvisionLimits

  init(_ home: ProviderHome, _ limits: ProvisionLimits = .standard) {
    self.home = home
    self.limits = limits
  }

  /// Notes the extension, which its program enables at first use.
  @discardableResult
  func register() throws -> ProviderRecord {
    try home.register(displayName: ProgramDescription(of: home.program).displayName, isEnabled: true)
  }

  /// Runs an extension to its end.
  ///
  /// - Parameter make: Makes the extension.
  /// - Throws: A `CommandFailure`.
  func run(_ make: () -> any ContactProviderExtension) throws {
    do {
      try register()
      guard let lock = try ProviderLock(home.directory) else { return }
      defer { withExtendedLifetime(lock) {} }
      // Read while this has the lock: whoever disables the extension from now on ends this process.
      guard let record = try home.record(), record.isEnabled else {
        throw CommandFailure(
          "domain “\(home.domain)”", "the app has disabled its contacts", remedy: "enable them in the app",
          status: .unavailable)
      }
      let signal = StopSignal()
      Interruption.watch { signal.stop() }
      if Interruption.hasCome { signal.stop() }
      try run(make(), DefaultContactProviderDomain(displayName: record.displayName), home.book(record, limits), signal)
    } catch let error as ContactProviderError {
      throw CommandFailure("domain “\(home.domain)”", error.sentence)
    } catch  where error is any CustomNSError || type(of: error) is NSError.Type {
      // One of the extension's: its description is for programmers.
      throw CommandFailure("domain “\(home.domain)”", error.localizedDescription)
    } catch {
      throw CommandFailure("domain “\(home.domain)”", error)
    }
  }

  private func run(
    _ made: any ContactProviderExtension, _ domain: DefaultContactProviderDomain, _ book: ProvidedBook,
    _ signal: StopSignal
  ) throws {
    made.configure(for: domain)
    let enumerator = made.enumerator(for: .rootContainer)
    let run = ProvisionRun(enumerator, into: book, limits: limits, signal: signal)
    let box = UncheckedExtension(extension: made, enumerator: enumerator)
    let result = Result { try run.run() }
    let end = StopSignal().call(within: limits.invalidation) {
      await box.enumerator.invalidate()
      try? await box.extension.invalidate()
    }
    try result.get()
    guard end == .returned else { throw ContactProviderError.extensionInvalidateTimeout }
  }
}

/// An extension, which the system calls from its own threads, one call after the other.
private struct UncheckedExtension: @unchecked Sendable {
  // Sendable: no two calls run at the same time, but `invalidate` beside one that took too long.
  let `extension`: any ContactProviderExtension
  let enumerator: any ContactItemEnumerator
}

extension ContactProviderError {
  /// What failed, as a part of an error line.
  fileprivate var sentence: String {
    let text = errorDescription ?? "\(self)"
    return text.prefix(1).lowercased() + text.dropFirst().dropLast()
  }
}
