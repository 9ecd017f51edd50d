/// Reads what `check` compares.
struct CheckReader {
  let reader: StoreReader

  init(_ reader: StoreReader) { self.reader = reader }
}
