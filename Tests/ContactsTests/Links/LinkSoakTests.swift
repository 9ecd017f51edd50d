import Contacts
import FileProviderStore
import Foundation
import TestSupport
import Testing

/// Links that come and go in one process.
@Suite struct LinkSoakTests {
  /// A process that runs for months keeps neither descriptors nor memory of what was linked. `LINK_ROUNDS` is how many rounds there are.
  @Test func `many links leave no descriptor and no memory`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let people = try store.people((0..<40).map { "p\($0)" }, "Baker", in: home)
    let names = people.map { "\(store.domain.store.uuid.uuidString):\($0)" }
    let reader = HistoryReader(store.contacts)
    try reader.run()
    for round in 0..<40 { try self.round(round, names, store, reader) }
    let before = (descriptors: try descriptors(store), memory: try memory())
    for round in 0..<(Machine.number("LINK_ROUNDS") ?? 200) { try self.round(round, names, store, reader) }
    // Connections of the store come and go.
    let descriptors = try descriptors(store)
    #expect(descriptors < before.descriptors + 20, "\(before.descriptors) before")
    // The caches of SQLite are full only after some time.
    let memory = try memory()
    #expect(memory < before.memory + 4096, "\(before.memory) KiB before, \(memory) KiB after")
  }

  private func round(_ round: Int, _ names: [String], _ store: BookStore, _ reader: HistoryReader) throws {
    let pair = [names[round % names.count], names[(round * 7 + 1) % names.count]]
    // Programs make a store for each fetch, or keep one.
    let contacts = round.isMultiple(of: 2) ? store.contacts : CNContactStore(domains: [store.domain.directory])
    try contacts.link(pair, author: "me")
    #expect(try fetch(contacts) == names.count - 1)
    try reader.run()
    #expect(reader.book.count == names.count - 1)
    #expect(try contacts.unlink(pair[1], author: "me") == 2)
    #expect(try fetch(contacts) == names.count)
    try reader.run()
    #expect(reader.book.count == names.count)
  }

  private func fetch(_ contacts: CNContactStore) throws -> Int {
    var count = 0
    let request = CNContactFetchRequest(keysToFetch: [CNContactGivenNameKey])
    try contacts.enumerateContacts(with: request) { _, _ in count += 1 }
    return count
  }

  private func descriptors(_ store: BookStore) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
      let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) ?? ""
      return target.hasPrefix(store.domain.directory.path)
    }
  }

  /// Memory that is no file's, in KiB.
  private func memory() throws -> Int {
    let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("RssAnon:") })
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
