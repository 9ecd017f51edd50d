import FileProvider
import FileProviderStore
import Foundation
import Glibc
import Testing

/// The table of errors is total, and knows them by domain and code alone.
@Suite struct ProviderErrorPolicyTests {
  /// The table of the page “Replica”, line by line.
  private static let table: [NSFileProviderError.Code: (ProviderErrorPolicy.Reaction, Int32)] = [
    .noSuchItem: (.remove, ENOENT), .notAuthenticated: (.wait, EACCES), .serverUnreachable: (.wait, EHOSTUNREACH),
    .insufficientQuota: (.wait, EDQUOT), .syncAnchorExpired: (.listAgain, EIO), .filenameCollision: (.rename, EEXIST),
    .directoryNotEmpty: (.restore, ENOTEMPTY), .deletionRejected: (.restore, EPERM),
    .versionNoLongerAvailable: (.renew, ESTALE), .localVersionConflictingWithServer: (.renew, ESTALE),
    .cannotSynchronize: (.park, EIO), .excludedFromSync: (.keepLocal, EIO),
  ]

  private static let codes = (-2100 ... -900).compactMap { NSFileProviderError.Code(rawValue: $0) }

  @Test(arguments: Array(ProviderErrorPolicyTests.table.keys))
  func `a provider that says nothing of an error is given words, and one that does keeps its own`(
    code: NSFileProviderError.Code
  ) {
    #expect(!NSFileProviderError(code).words.contains("could not be completed"))
    let own = NSFileProviderError(code, userInfo: [NSLocalizedDescriptionKey: "as the server says"])
    #expect(own.words == "as the server says")
    #expect(
      NSError(domain: NSPOSIXErrorDomain, code: 2).words
        == NSError(domain: NSPOSIXErrorDomain, code: 2).localizedDescription)
  }

  @Test(arguments: ProviderErrorPolicyTests.codes)
  func `every code has its line`(_ code: NSFileProviderError.Code) {
    let expected = Self.table[code] ?? (.retry, EIO)
    // The struct, and an error that never was one of Swift's.
    for error in [
      NSFileProviderError(code) as any Error, NSError(domain: NSFileProviderErrorDomain, code: code.rawValue),
    ] {
      let policy = ProviderErrorPolicy(error)
      #expect(policy.reaction == expected.0)
      #expect(policy.errno == expected.1)
    }
  }

  @Test
  func `every reaction but the transient is some code's`() {
    let used = Set(ProviderErrorPolicyTests.codes.map { ProviderErrorPolicy(NSFileProviderError($0)).reaction })
    let rest: Set<ProviderErrorPolicy.Reaction> = [.hide, .answer]
    #expect(used.union(rest) == Set(ProviderErrorPolicy.Reaction.allCases))
  }

  @Test
  func `what is of neither domain, or unknown, is transient`() {
    let cocoa = { NSError(domain: NSCocoaErrorDomain, code: $0) }
    #expect(ProviderErrorPolicy(cocoa(NSFeatureUnsupportedError)).reaction == .hide)
    #expect(ProviderErrorPolicy(CocoaError(.featureUnsupported)).errno == EOPNOTSUPP)
    #expect(ProviderErrorPolicy(cocoa(NSFileReadNoPermissionError)).errno == EACCES)
    #expect(ProviderErrorPolicy(cocoa(NSUserCancelledError)).reaction == .answer)
    // This machine's disk, and not the room at the provider.
    #expect(ProviderErrorPolicy(cocoa(NSFileWriteOutOfSpaceError)).reaction == .wait)
    #expect(ProviderErrorPolicy(cocoa(NSFileWriteOutOfSpaceError)).errno == ENOSPC)
    for error in [
      cocoa(1), NSError(domain: NSFileProviderErrorDomain, code: -9999), NSError(domain: NSPOSIXErrorDomain, code: 2),
      NSError(domain: "Other", code: -1005),
    ] {
      #expect(ProviderErrorPolicy(error).reaction == .retry)
      #expect(ProviderErrorPolicy(error).errno == EIO)
    }
    for code in ProviderErrorPolicy.OwnCode.allCases {
      let error = NSError(domain: ProviderErrorPolicy.ownDomain, code: code.rawValue)
      #expect(ProviderErrorPolicy(error).reaction == (code == .rootMissing ? .wait : .answer))
      #expect(ProviderErrorPolicy(error).errno == EIO)
    }
  }
}
