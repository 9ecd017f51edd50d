/// The authors of changes that mean something to the replica. Every other author's changes are uploaded.
package enum ChangeAuthor {
  /// State reported by a provider.
  package static let remote = "remote"
  /// What the replica decided by itself: names after a collision, copies after a conflict, what was rescued.
  package static let replica = "replica"
  /// What a store finds out about its own contents.
  package static let store = "org.openfileprovider.store"

  /// Whether what the provider does not allow is no concern of the author's.
  package static func isExempt(_ author: String) -> Bool { author == remote || author == replica || author == store }
}

extension LogReader {
  /// The number that the log has for an author, who gets one at the first change. For the connection for writing.
  func numberOfAuthor(_ name: String) throws(StoreError) -> Int64 {
    let insert = try reader.statement(.insertAuthor)
    insert.bind(1, name)
    try insert.run()
    let select = try reader.statement("SELECT id FROM authors WHERE name = ?")
    select.bind(1, name)
    defer { select.reset() }
    guard try select.step() else { throw StoreError(.damaged, "the author \(name) is not in the database") }
    return select.integer(0)
  }
}
