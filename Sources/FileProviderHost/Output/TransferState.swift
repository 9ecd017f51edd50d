import FileProviderStore

/// What is here of an item, and what of it the provider has: the transfer properties of `NSFileProviderItemProtocol`, as they are known here.
struct TransferState {
  var isDownloaded: Bool
  /// Whether the provider has acknowledged all of it.
  var isUploaded = true
  /// Whether it is being told now.
  var isUploading = false
  /// What the provider answered last, if that was an error.
  var uploadingError: String?

  init(_ record: ItemRecord, _ reader: StoreReader) throws(StoreError) {
    isDownloaded = !record.attributes.flags.contains(record.kind == .folder ? .unlisted : .dataless)
    guard let waiting = try reader.pending(record.id) else { return }
    isUploaded = false
    isUploading = waiting.state == .calling
    if let domain = waiting.errorDomain {
      uploadingError = waiting.errorText ?? "\(domain) \(waiting.errorCode ?? 0)"
    }
  }

  func write(into object: inout JSONObject) throws {
    try object.add("isDownloaded", isDownloaded)
    try object.add("isUploaded", isUploaded)
    try object.add("isUploading", isUploading)
    try object.add("uploadingError", uploadingError)
  }
}
