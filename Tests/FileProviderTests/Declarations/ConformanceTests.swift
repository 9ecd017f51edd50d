import FileProvider
import Foundation
import Testing
import UniformTypeIdentifiers

// Conformances that code adds of its own, as it may with Apple's types: they must not be there already.
extension NSFileProviderError.Code: CaseIterable {
  static var allCases: [NSFileProviderError.Code] { [.noSuchItem] }
}
extension NSFileProviderItemFields: Hashable {}

/// A mock, as tests of providers write them.
private final class MockRequest: NSFileProviderRequest, @unchecked Sendable {
  override var isFileViewerRequest: Bool { true }
  override var requestingExecutable: URL? { URL(fileURLWithPath: "/bin/ls") }
}

private final class MockVersion: NSFileProviderItemVersion, @unchecked Sendable {
  override var contentVersion: Data { Data([7]) }
}

/// An object that does one thing for a provider, without being one.
private final class PartFetcher: NSObject, NSFileProviderPartialContentFetching {
  func fetchPartialContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion,
    request: NSFileProviderRequest, minimalRange requestedRange: NSRange, aligningTo alignment: Int,
    options: NSFileProviderFetchContentsOptions = [],
    completionHandler:
      @escaping (URL?, NSFileProviderItem?, NSRange, NSFileProviderMaterializationFlags, Error?) -> Void
  ) -> Progress {
    completionHandler(nil, nil, requestedRange, [], nil)
    return Progress()
  }
}

private final class DeltaFetcher: NSObject, NSFileProviderIncrementalContentFetching {
  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    usingExistingContentsAt existingContents: URL, existingVersion: NSFileProviderItemVersion,
    request: NSFileProviderRequest, completionHandler: @escaping (URL?, NSFileProviderItem?, Error?) -> Void
  ) -> Progress {
    completionHandler(existingContents, nil, nil)
    return Progress()
  }
}

@Suite("Types of the contract") struct ConformanceTests {
  @Test func `can be subclassed`() throws {
    let request: NSFileProviderRequest = MockRequest()
    #expect(request.isFileViewerRequest && request.requestingExecutable?.path == "/bin/ls")
    #expect(MockVersion().contentVersion == Data([7]))
    #expect(Set<NSFileProviderItemFields>([.contents, .contents]).count == 1)
  }

  @Test func `do one thing each`() {
    let range = Box<NSRange>()
    _ = PartFetcher().fetchPartialContents(
      for: .rootContainer, version: NSFileProviderItemVersion(), request: NSFileProviderRequest(),
      minimalRange: NSRange(location: 1, length: 2), aligningTo: 4096
    ) { _, _, delivered, _, _ in range.value = delivered }
    #expect(range.value == NSRange(location: 1, length: 2))
    let url = Box<URL>()
    _ = DeltaFetcher().fetchContents(
      for: .rootContainer, version: nil, usingExistingContentsAt: URL(fileURLWithPath: "/old"),
      existingVersion: NSFileProviderItemVersion(), request: NSFileProviderRequest()
    ) { file, _, _ in url.value = file }
    #expect(url.value?.path == "/old")
  }

  // A caller may leave the options out.
  @Test func `have no options unless given`() {
    let provider: any NSFileProviderReplicatedExtension = ExampleProvider(
      domain: NSFileProviderDomain(displayName: "d", userInfo: ["a": 1], volumeURL: nil))
    let document = ExampleItem(identifier: NSFileProviderItemIdentifier("1"), name: "a")
    let fields = Box<NSFileProviderItemFields>()
    _ = provider.createItem(
      basedOn: document, fields: [.contents, .filename], contents: nil, request: NSFileProviderRequest()
    ) { _, pending, _, _ in fields.value = pending }
    #expect(fields.value == .filename)
    _ = provider.modifyItem(
      document, baseVersion: NSFileProviderItemVersion(), changedFields: .filename, contents: nil,
      request: NSFileProviderRequest()
    ) { _, pending, _, _ in fields.value = pending }
    let error = Box<any Error>()
    _ = provider.deleteItem(
      identifier: document.itemIdentifier, baseVersion: NSFileProviderItemVersion(), request: NSFileProviderRequest()
    ) { error.value = $0 }
    #expect((error.value as NSError?)?.code == NSFeatureUnsupportedError)
  }

  @Test func `describe a domain that the system names`() {
    let domain = NSFileProviderDomain(displayName: "Disk", userInfo: ["a": 1], volumeURL: nil)
    #expect(!domain.identifier.rawValue.isEmpty && domain.displayName == "Disk")
    #expect(domain.userInfo?["a"] as? Int == 1)
    #expect(domain.volumeUUID == nil && domain.supportsStringSearchRequest)
    domain.supportsStringSearchRequest = false
    #expect(!domain.supportsStringSearchRequest)
    #expect(NSFileProviderFavoriteRankUnranked == .max)
    let reason: NSFileProviderVolumeUnsupportedReason = [.unknown, .nonAPFS, .nonEncrypted, .readOnly, .network]
    #expect(reason.union(.quarantined).rawValue == 63)
  }
}
