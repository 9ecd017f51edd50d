/// Notes which changes are pending, and decides what becomes of them.
package struct PendingEditor {
  let transaction: Transaction

  package init(_ transaction: Transaction) { self.transaction = transaction }

  var reader: StoreReader { transaction.reader }
}
