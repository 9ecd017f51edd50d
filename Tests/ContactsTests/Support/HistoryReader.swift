import Contacts
import Foundation

/// A client that keeps the contacts of a store, by the history alone.
final class HistoryReader: NSObject, CNChangeHistoryEventVisitor {
  private let store: CNContactStore
  let request = CNChangeHistoryFetchRequest()
  /// What the client knows: names by identifier.
  private(set) var book: [String: String] = [:]
  /// The events of the last run, in words.
  private(set) var events: [String] = []

  /// Called between the request and its events.
  var beforeEvents: (() throws -> Void)?

  init(_ store: CNContactStore) {
    self.store = store
    request.additionalContactKeyDescriptors = [CNContactGivenNameKey]
  }

  /// Reads what is new.
  ///
  /// - Parameter keepsToken: Whether the next run begins after this one.
  @discardableResult
  func run(keepsToken: Bool = true) throws -> [String] {
    events = []
    let result = try store.enumerator(for: request)
    try beforeEvents?()
    for case let event as CNChangeHistoryEvent in result.value { event.accept(self) }
    if keepsToken { request.startingToken = result.currentHistoryToken }
    return events
  }

  func visit(_ event: CNChangeHistoryDropEverythingEvent) {
    book = [:]
    events.append("drop")
  }

  func visit(_ event: CNChangeHistoryAddContactEvent) { note("add", event.contact) }

  func visit(_ event: CNChangeHistoryUpdateContactEvent) { note("update", event.contact) }

  func visit(_ event: CNChangeHistoryDeleteContactEvent) {
    let name = book.removeValue(forKey: event.contactIdentifier)
    // Of a file that was no contact nothing is known.
    if let name { events.append("delete \(name)") }
  }

  func visit(_ event: CNChangeHistoryAddGroupEvent) { events.append("add group \(event.group.name)") }

  func visit(_ event: CNChangeHistoryUpdateGroupEvent) { events.append("update group \(event.group.name)") }

  func visit(_ event: CNChangeHistoryDeleteGroupEvent) { events.append("delete group") }

  private func note(_ word: String, _ contact: CNContact) {
    let name = contact.isKeyAvailable(CNContactGivenNameKey) ? contact.givenName : "?"
    book[contact.identifier] = name
    events.append("\(word) \(name)")
  }
}
