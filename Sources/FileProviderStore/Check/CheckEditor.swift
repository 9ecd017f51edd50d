/// Repairs what `check` finds.
struct CheckEditor {
  let transaction: Transaction

  init(_ transaction: Transaction) { self.transaction = transaction }

  var reader: StoreReader { transaction.reader }
}
