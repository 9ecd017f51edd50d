/// The authors of changes that mean something to the replica. Every other author's changes are told to the provider.
package enum ChangeAuthor {
  /// What a provider said.
  package static let remote = "remote"
  /// What the replica decided by itself: names after a collision, copies after a conflict, what was rescued.
  package static let replica = "replica"
}

extension StoreReader {
  /// The number that the log has for an author, who gets one at the first change. For the connection for writing.
  func numberOfAuthor(_ name: String) throws(StoreError) -> Int64 {
    let insert = try statement(.insertAuthor)
    insert.bind(1, name)
    try insert.run()
    let select = try statement("SELECT id FROM authors WHERE name = ?")
    select.bind(1, name)
    defer { select.reset() }
    guard try select.step() else { throw StoreError(.damaged, "the author \(name) is not in the database") }
    return select.integer(0)
  }
}
