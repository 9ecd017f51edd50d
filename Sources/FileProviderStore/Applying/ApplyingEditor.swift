/// Writes what the provider says of items.
package struct ApplyingEditor {
  let transaction: Transaction

  package init(_ transaction: Transaction) { self.transaction = transaction }

  var reader: StoreReader { transaction.reader }
}
