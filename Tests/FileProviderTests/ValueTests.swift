import FileProvider
import Foundation
import Testing

@Suite("Values of the contract") struct ValueTests {
  // Versions are objects but compare by what they hold.
  @Test func `compare versions by components`() {
    let version = NSFileProviderItemVersion(contentVersion: Data([1]), metadataVersion: Data([2]))
    #expect(version == NSFileProviderItemVersion(contentVersion: Data([1]), metadataVersion: Data([2])))
    #expect(version != NSFileProviderItemVersion(contentVersion: Data([1]), metadataVersion: Data([3])))
    #expect(version != NSFileProviderItemVersion(contentVersion: Data([0]), metadataVersion: Data([2])))
    #expect(
      Set([version, NSFileProviderItemVersion(contentVersion: Data([1]), metadataVersion: Data([2]))]).count == 1)
    #expect(
      NSFileProviderItemVersion.beforeFirstSyncComponent
        == Data("NSFileProviderEmptyItemVersionBeforeFirstSyncComponent".utf8))
  }

  // Domain versions are ordered by their making.
  @Test func `order domain versions`() {
    let first = NSFileProviderDomainVersion()
    let second = first.next()
    #expect(first < second)
    #expect(second == first.next())
    #expect(max(first, second) === second)
  }

  // A provider stores its domain version between launches.
  @Test func `archive domain versions`() throws {
    let version = NSFileProviderDomainVersion().next().next()
    let data = try NSKeyedArchiver.archivedData(withRootObject: version, requiringSecureCoding: true)
    let restored = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSFileProviderDomainVersion.self, from: data)
    #expect(restored == version)
  }

  // What the provider can set starts out as documented and keeps what is set.
  @Test func `describe a domain`() {
    let domain = NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier("d"), displayName: "Documents")
    #expect(domain.displayName == "Documents")
    #expect(domain.supportsSyncingTrash)
    #expect(!domain.isHidden)
    #expect(!domain.isDisconnected)
    #expect(domain.userEnabled)
    #expect(domain.isReplicated)
    #expect(domain.backingStoreIdentity == nil)
    domain.supportsSyncingTrash = false
    domain.userInfo = ["account": "a"]
    #expect(!domain.supportsSyncingTrash)
    #expect(domain.userInfo?["account"] as? String == "a")
  }

  // Two descriptions of one domain are the same domain.
  @Test func `compare domains by identifier`() {
    let identifier = NSFileProviderDomainIdentifier("d")
    let domain = NSFileProviderDomain(identifier: identifier, displayName: "one name")
    #expect(domain == NSFileProviderDomain(identifier: identifier, displayName: "another"))
    #expect(domain != NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier("e"), displayName: "one name"))
  }

  // A request that a provider's own tests make belongs to no particular program.
  @Test func `describe a request`() {
    let request = NSFileProviderRequest()
    #expect(!request.isSystemRequest)
    #expect(!request.isFileViewerRequest)
    #expect(request.requestingExecutable == nil)
    #expect(request.domainVersion == nil)
    #expect(NSFileProviderRequest(isSystemRequest: true).isSystemRequest)
  }
}
