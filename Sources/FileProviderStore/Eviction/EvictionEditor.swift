/// Evicts contents that the provider has.
package struct EvictionEditor {
  let transaction: Transaction

  package init(_ transaction: Transaction) { self.transaction = transaction }

  var reader: StoreReader { transaction.reader }
}
