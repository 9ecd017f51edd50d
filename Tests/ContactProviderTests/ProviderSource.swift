import Foundation

/// What the server of the extension `ContactProviderFixture` has.
struct ProviderSource: Encodable {
  struct Contact: Encodable {
    var id: String
    var name: String
    var generation: Int
  }

  struct Deletion: Encodable {
    var id: String
    var generation: Int
  }

  private(set) var generation = 1
  var oldest = 1
  private(set) var contacts: [Contact] = []
  private(set) var deleted: [Deletion] = []
  var pageSize: Int?
  var delay: UInt32?
  var tasks: Int?

  init(count: Int = 0) {
    contacts = (0..<count).map { Contact(id: "c\($0)", name: "Anna Baker \($0)", generation: 1) }
  }

  /// Changes the server's contacts, in a generation of its own.
  mutating func change(_ names: [String: String?]) {
    generation += 1
    for (id, name) in names.sorted(by: { $0.key < $1.key }) {
      contacts.removeAll { $0.id == id }
      deleted.removeAll { $0.id == id }
      if let name {
        contacts.append(Contact(id: id, name: name, generation: generation))
      } else {
        deleted.append(Deletion(id: id, generation: generation))
      }
    }
  }

  var names: [String] { contacts.map(\.name).sorted() }

  func write(to file: URL) throws { try JSONEncoder().encode(self).write(to: file, options: .atomic) }
}
