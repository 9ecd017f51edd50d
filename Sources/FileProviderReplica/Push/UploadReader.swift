import FileProviderStore

/// Reads what decides how an item is uploaded.
struct UploadReader {
  let reader: StoreReader

  init(_ reader: StoreReader) { self.reader = reader }
}
