/// Holds, applies or withdraws deletions that the provider reports.
package struct MassDeletionEditor {
  let transaction: Transaction

  package init(_ transaction: Transaction) { self.transaction = transaction }

  var reader: StoreReader { transaction.reader }
}
