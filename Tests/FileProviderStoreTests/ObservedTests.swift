import FileProviderSync
import TestSupport
import Testing

@testable import FileProviderStore

/// What is noted of what a provider has said.
@Suite struct ObservedTests {
  private static func rows(_ store: ItemStore) throws -> [String] {
    try store.readCommitted { (reader) throws(StoreError) in
      let rows = try reader.statement(
        "SELECT identifier || ' ' || changed || ' ' || answered || ' ' || missing FROM observed ORDER BY identifier")
      defer { rows.reset() }
      var texts: [String] = []
      while try rows.step() { texts.append(rows.text(0)) }
      return texts
    }
  }

  @Test func `what was reported is newer than the questions before it, and is forgotten with the last of them`() throws
  {
    let place = try TestDirectory("observed")
    let store = try ItemStore(directory: place.url)
    try store.change(author: "test") { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).note(.change, of: "a", at: Moment(5))
      try ReplicationEditor(transaction).note(.answer, of: "a", at: Moment(7))
      try ReplicationEditor(transaction).note(.change, of: "b", at: Moment(6))
      let reader = transaction.reader
      #expect(try ReplicationReader(reader).reported(of: "a", since: Moment(4)) == [.change, .answer])
      #expect(try ReplicationReader(reader).reported(of: "a", since: Moment(5)) == .answer)
      #expect(try ReplicationReader(reader).reported(of: "a", since: Moment(7)) == [])
      #expect(try ReplicationReader(reader).reported(of: "c", since: .zero) == [])
      #expect(try ReplicationReader(reader).newestMoment() == Moment(7))
      try ReplicationEditor(transaction).forgetObservations(before: Moment(7))
    }
    #expect(try Self.rows(store) == ["a 5 7 0"])
    try store.change(author: "test") { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).forgetObservations(before: Moment(8))
    }
    #expect(try Self.rows(store) == [])
  }

  @Test func `what is to be asked for stays until it was asked for, whatever is forgotten`() throws {
    let place = try TestDirectory("observed")
    let store = try ItemStore(directory: place.url)
    try store.change(author: "test") { (transaction) throws(StoreError) in
      let reader = transaction.reader
      try ReplicationEditor(transaction).markStale(for: "a")
      let first = try ReplicationReader(reader).staleIdentifiers(limit: 2)
      try ReplicationEditor(transaction).markStale(for: "a")
      // Something newer was said.
      for stale in first { try ReplicationEditor(transaction).endStaleness(stale) }
      try ReplicationEditor(transaction).forgetObservations(before: Moment(100))
      let second = try ReplicationReader(reader).staleIdentifiers(limit: 2)
      #expect(second.map(\.identifier) == ["a"])
      try ReplicationEditor(transaction).note(.change, of: "a", at: Moment(5))
      for stale in second { try ReplicationEditor(transaction).endStaleness(stale) }
      #expect(try ReplicationReader(reader).staleIdentifiers(limit: 2).isEmpty)
      #expect(try ReplicationReader(reader).reported(of: "a", since: .zero) == .change)
      try ReplicationEditor(transaction).markStale(for: "b")
      for stale in try ReplicationReader(reader).staleIdentifiers(limit: 2) {
        try ReplicationEditor(transaction).endStaleness(stale)
      }
    }
    #expect(try Self.rows(store) == ["a 5 0 0"])
  }

  @Test func `what the provider did not have is known until nothing is being created`() throws {
    let place = try TestDirectory("observed")
    let store = try ItemStore(directory: place.url)
    try store.change(author: "test") { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).markMissing("a")
    }
    let again = try ItemStore(directory: place.url)
    try again.change(author: "test") { (transaction) throws(StoreError) in
      #expect(try ReplicationReader(transaction.reader).isMissing("a"))
      #expect(try ReplicationReader(transaction.reader).isAnythingMissing())
      try ReplicationEditor(transaction).forgetObservations(before: Moment(100))
      #expect(try ReplicationReader(transaction.reader).isMissing("a"))
      #expect(try !ReplicationReader(transaction.reader).isMissing("b"))
      try ReplicationEditor(transaction).forgetAllMissing()
      #expect(try !ReplicationReader(transaction.reader).isAnythingMissing())
    }
  }
}
