import ContactProvider
import ExtensionFoundation
import Foundation

/// An extension as one writes it for iOS 18, without a line for Linux. Its contacts are in the file that `CONTACTS_SOURCE` names.
@main
class Extension: ContactProviderExtension {
  private let rootContainerEnumerator: RootContainerEnumerator

  required init() {
    rootContainerEnumerator = RootContainerEnumerator()
  }

  func configure(for domain: ContactProviderDomain) {
    rootContainerEnumerator.configure(for: domain)
  }

  func enumerator(for collection: ContactItem.Identifier) -> ContactItemEnumerator {
    rootContainerEnumerator
  }

  func invalidate() async throws {
    await rootContainerEnumerator.invalidate()
  }
}
