/// Changes the tree and the working set: creates, moves, deletes, trashes and restores items.
package struct TreeEditor {
  let transaction: Transaction

  package init(_ transaction: Transaction) { self.transaction = transaction }

  var reader: StoreReader { transaction.reader }
}
