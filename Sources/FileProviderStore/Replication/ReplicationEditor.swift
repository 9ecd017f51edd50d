/// Changes the rows of the synchronization: listings, observations, synced and pending items, calls without an answer.
package struct ReplicationEditor {
  let transaction: Transaction

  package init(_ transaction: Transaction) { self.transaction = transaction }

  var reader: StoreReader { transaction.reader }
}
