/// Keeps what would get lost where both sides differ: rescues items, keeps removed documents, copies contents in a conflict.
package struct RescueEditor {
  let transaction: Transaction

  package init(_ transaction: Transaction) { self.transaction = transaction }

  var reader: StoreReader { transaction.reader }
}
