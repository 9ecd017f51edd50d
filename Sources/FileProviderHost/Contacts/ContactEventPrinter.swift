import Contacts
import FileProviderProgram
import Foundation
import Glibc

/// Prints events of the history of contacts, one a line.
final class ContactEventPrinter: NSObject, CNChangeHistoryEventVisitor {
  private let store: CNContactStore
  private let isJSON: Bool
  private let writer = ByteWriter()
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private var failure: (any Error)?
  /// The names of containers by their identifiers, as they were when the events of this run began.
  private var containers: [String: String] = [:]

  init(_ store: CNContactStore, isJSON: Bool) {
    self.store = store
    self.isJSON = isJSON
  }

  /// Prints the events of a run, and at last the token to go on with.
  func print(_ result: CNFetchResult<NSEnumerator>) throws {
    let found = try store.containers(matching: nil).map { ($0.identifier, $0.name) }
    containers = Dictionary(found) { first, _ in first }
    for case let event as CNChangeHistoryEvent in result.value {
      event.accept(self)
      if let failure { throw failure }
    }
    let token = Self.text(of: result.currentHistoryToken)
    if isJSON {
      var object = try JSONObject(writer)
      try object.add("event", "token")
      try object.add("token", token)
      try object.end()
      try writer.append(UInt8(ascii: "\n"))
    }
    try writer.flush()
    if !isJSON { Console.line("token: \(token)") }
  }

  func visit(_ event: CNChangeHistoryDropEverythingEvent) { line("drop-everything", nil, nil, nil) }

  func visit(_ event: CNChangeHistoryAddContactEvent) {
    line("add", event.contact.identifier, event.containerIdentifier, name(of: event.contact))
  }

  func visit(_ event: CNChangeHistoryUpdateContactEvent) {
    line("update", event.contact.identifier, nil, name(of: event.contact))
  }

  func visit(_ event: CNChangeHistoryDeleteContactEvent) { line("delete", event.contactIdentifier, nil, nil) }

  /// Nil of a contact that could not be read.
  private func name(of contact: CNContact) -> String? {
    contact.areKeysAvailable(ContactTable.keys) ? ContactText.name(of: contact) : nil
  }

  private func line(_ event: String, _ identifier: String?, _ container: String?, _ name: String?) {
    do {
      if isJSON {
        var object = try JSONObject(writer)
        try object.add("event", event)
        if let identifier { try object.add("identifier", identifier) }
        if let name = container.flatMap({ containers[$0] }) { try object.add("container", name) }
        if let container { try object.add("containerIdentifier", container) }
        if let name { try object.add("name", name) }
        try object.end()
      } else {
        let words = [event, identifier, name].compactMap(\.self).joined(separator: "  ")
        try writer.append(HumanText.printable(words, isTerminal: isTerminal))
      }
      try writer.append(UInt8(ascii: "\n"))
    } catch { failure = error }
  }

  /// A token as text: base64url without padding.
  private static func text(of token: Data) -> String {
    token.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The token of a text; nil of any other text.
  static func token(_ text: String) -> Data? {
    let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - base64.count % 4) % 4)
    return Data(base64Encoded: base64 + padding).flatMap { HistoryToken($0) == nil ? nil : $0 }
  }
}
