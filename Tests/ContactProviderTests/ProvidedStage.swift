import ContactProvider
import Foundation
import LinuxSystem
import TestSupport

/// A book in a folder of its own, into which tests run enumerators.
final class ProvidedStage {
  let directory: TestDirectory
  let contacts: CNContactStore
  var limits = ProvisionLimits()

  init() throws {
    directory = try TestDirectory()
    contacts = CNContactStore(domains: [directory.url])
  }

  func run(_ enumerator: any ContactItemEnumerator, _ signal: StopSignal = StopSignal()) async throws {
    let book = try ProvidedBook(directory.url, name: "Example", mostContacts: limits.mostContacts)
    let run = ProvisionRun(enumerator, into: book, limits: limits, signal: signal)
    // It waits for tasks, so none may wait for it on a thread of theirs.
    try await withCheckedThrowingContinuation { continuation in
      NativeThread.start(name: "extension") { continuation.resume(with: Result { try run.run() }) }
    }
  }

  var progress: ProvidedProgress {
    get throws { try ProvidedBook(directory.url, name: "Example", mostContacts: 1).progress() }
  }

  func all() throws -> [CNContact] {
    let request = CNContactFetchRequest(keysToFetch: [CNContactVCardSerialization.descriptorForRequiredKeys()])
    var found: [CNContact] = []
    try contacts.enumerateContacts(with: request) { contact, _ in found.append(contact) }
    return found
  }

  var names: [String] { get throws { try all().map(\.givenName) } }
}

extension ContactItem {
  init(_ identifier: String, name: String) {
    let contact = CNMutableContact()
    contact.givenName = name
    self = .contact(contact, Identifier(identifier))
  }
}
