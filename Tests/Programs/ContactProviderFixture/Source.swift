import ContactProvider
import Foundation

/// What the extension's server has.
struct Source: Decodable {
  struct Record: Decodable {
    var id: String
    var name = ""
    var generation: Int

    var item: ContactItem {
      let contact = CNMutableContact()
      let words = name.split(separator: " ").map(String.init)
      contact.givenName = words.first ?? ""
      contact.familyName = words.dropFirst().joined(separator: " ")
      contact.phoneNumbers = [CNLabeledValue(label: CNLabelHome, value: CNPhoneNumber(stringValue: id))]
      return .contact(contact, ContactItem.Identifier(id))
    }
  }

  struct Deletion: Decodable {
    var id: String
    var generation: Int
  }

  var generation: Int
  /// Since when the changes are known.
  var oldest: Int
  var contacts: [Record]
  var deleted: [Deletion]
  /// How many contacts a page has; without it as many as the observer suggests.
  var pageSize: Int?
  /// How long the server takes for a page, in microseconds.
  var delay: UInt32?
  /// How many other tasks wait as long.
  var tasks: Int?

  var marker: Data { Data(String(generation).utf8) }

  init(_ file: URL) throws {
    self = try JSONDecoder().decode(Source.self, from: Data(contentsOf: file))
  }

  func wait() {
    let delay = delay ?? 0
    for _ in 0..<(tasks ?? 0) { Task.detached { usleep(delay) } }
    usleep(delay)
  }
}
