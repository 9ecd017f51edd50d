import FileProviderStore

/// Reads what keeps changes from being uploaded.
struct WaitingReader {
  let reader: StoreReader

  init(_ reader: StoreReader) { self.reader = reader }
}
