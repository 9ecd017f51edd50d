import FileProvider
import FileProviderStore
import Glibc
import Testing

@testable import FileProviderFileSystem

@Suite struct ErrorNumberTests {
  /// The table of the page “Replica”: what a program sees of each of a provider's errors.
  @Test(arguments: [
    (NSFileProviderError.Code.noSuchItem, ENOENT), (.notAuthenticated, EACCES), (.serverUnreachable, EHOSTUNREACH),
    (.filenameCollision, EEXIST), (.insufficientQuota, EDQUOT), (.directoryNotEmpty, ENOTEMPTY),
    (.deletionRejected, EPERM),
    (.versionNoLongerAvailable, ESTALE), (.cannotSynchronize, EIO),
  ])
  func `provider errors have their numbers`(_ code: NSFileProviderError.Code, _ number: Int32) {
    let error = NSError(domain: NSFileProviderErrorDomain, code: code.rawValue)
    #expect(ErrorNumber(provider: error).rawValue == number)
    #expect(ErrorNumber(provider: NSFileProviderError(code)).rawValue == number)
  }

  /// No code of either domain is left without a number.
  @Test func `the table is total`() {
    for code in -3000...0 {
      let number = ErrorNumber(provider: NSError(domain: NSFileProviderErrorDomain, code: code)).rawValue
      #expect((1...133).contains(number))
    }
    for code in 0...40 { #expect((1...133).contains(ErrorNumber(StoreError(.init(rawValue: code))).rawValue)) }
  }

  /// A feature a provider does not have is told by Foundation's code.
  @Test func `unsupported feature is not supported`() {
    let error = NSError(domain: NSCocoaErrorDomain, code: CocoaError.Code.featureUnsupported.rawValue)
    #expect(ErrorNumber(provider: error) == .notSupported)
  }

  @Test func `an error from anywhere else is an input/output error in the end, a POSIX error like any other`() {
    #expect(ErrorNumber(provider: NSError(domain: "elsewhere", code: 3)) == .inputOutput)
    #expect(ErrorNumber(provider: NSError(domain: NSPOSIXErrorDomain, code: Int(EXDEV))) == .inputOutput)
  }
}
