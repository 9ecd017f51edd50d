import ContactProvider
import Foundation
import Testing

/// Values and errors of the interface.
@Suite struct InterfaceTests {
  @Test func `pages, anchors and identifiers have their values`() throws {
    #expect(ContactItemPage.initialPage == ContactItemPage(generationMarker: Data(), offset: 0))
    let page = ContactItemPage(generationMarker: Data([1, 2]), offset: 7)
    #expect(try JSONDecoder().decode(ContactItemPage.self, from: JSONEncoder().encode(page)) == page)
    let keys = try JSONSerialization.jsonObject(with: JSONEncoder().encode(page)) as? [String: Any]
    #expect(keys.map { Set($0.keys) } == ["generationMarker", "offset"])
    let anchor = ContactItemSyncAnchor(generationMarker: Data([3]), offset: 1)
    #expect(try JSONDecoder().decode(ContactItemSyncAnchor.self, from: JSONEncoder().encode(anchor)) == anchor)
    #expect(ContactItem.Identifier("a") == ContactItem.Identifier("a"))
    #expect(ContactItem.Identifier("a").value == "a" && ContactItem.Identifier.rootContainer.value != "")
    let contact = CNMutableContact()
    #expect(ContactItem.contact(contact, .init("a")) == .contact(contact, .init("a")))
    #expect(ContactItem.contact(contact, .init("a")) != .contact(contact, .init("b")))
  }

  @Test func `the default domain has an identifier and a name`() {
    let domain: any ContactProviderDomain = DefaultContactProviderDomain()
    #expect(domain.identifier == DefaultContactProviderDomain.identifier)
    #expect(!domain.displayName.isEmpty && domain.userInfo.isEmpty)
  }

  @Test func `errors have numbers in the order of their declaration, and texts`() {
    let errors: [ContactProviderError] = [
      .extensionNotFound, .itemsLimitReached, .cannotEnumerate, .pageExpired, .changeAnchorExpired,
      .featureNotAvailable, .deniedByUser, .enumerationTimeout, .extensionInvalidated, .extensionInvalidateTimeout,
      .domainNotRegistered,
    ]
    for (number, error) in errors.enumerated() {
      #expect(error.errorCode == number && (error as NSError).code == number)
      #expect(error.errorDescription?.isEmpty == false && error.failureReason?.isEmpty == false)
      #expect(error.localizedDescription == error.errorDescription)
      #expect((error as NSError).localizedFailureReason == error.failureReason)
    }
    #expect(Set(errors).count == errors.count)
  }

  @Test func `an app without an extension gets an error`() {
    #expect(throws: ContactProviderError.extensionNotFound) { try ContactProviderManager() }
    #expect(throws: ContactProviderError.extensionNotFound) {
      try ContactProviderManager.useExtension(URL(fileURLWithPath: "/nonexistent"))
    }
  }
}
