import FileProvider
import Foundation
import Testing

@Suite("Names and tokens") struct BridgingTests {
  // They go into dictionaries and arrays of objects, and come back.
  @Test func `are objects where an object is wanted`() throws {
    let anchor = NSFileProviderSyncAnchor(Data([1, 2]))
    #expect(anchor as NSData == NSData(data: Data([1, 2])))
    #expect(NSData(data: Data([1, 2])) as NSFileProviderSyncAnchor == anchor)
    let domain = NSFileProviderDomainIdentifier("d")
    #expect(domain as NSString == "d")
    #expect(NSFileProviderExtensionActionIdentifier("a") as NSString == "a")
    #expect(NSFileProviderItemDecorationIdentifier("b") as NSString == "b")
    #expect(NSFileProviderItemIdentifier("i") as NSString == "i")
    #expect(
      NSFileProviderUserInfoKey.experimentID as NSString == NSFileProviderUserInfoKey.experimentID.rawValue as NSString)
    let any: Any = "i" as NSString
    #expect(any as? NSFileProviderItemIdentifier == NSFileProviderItemIdentifier("i"))
  }
}
