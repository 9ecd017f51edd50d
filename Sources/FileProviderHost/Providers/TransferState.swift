import FileProviderDomains
import FileProviderProcess
import FileProviderProgram
import FileProviderStore

/// Which parts of an item are downloaded and uploaded: the transfer properties of `NSFileProviderItemProtocol`, as known here and as
/// reported by the provider.
struct TransferState {
  var isDownloaded: Bool
  /// Whether contents are being downloaded now.
  var isDownloading = false
  /// Why the download failed.
  var downloadingError: String?
  var isMostRecentVersionDownloaded: Bool
  /// Whether the provider has acknowledged all changes, and does not report an upload that is still to be done.
  var isUploaded = true
  /// Whether the provider has acknowledged all changes, uploaded by it or not.
  var isAcknowledged = true
  /// Whether a call is under way, or the provider is uploading.
  var isUploading = false
  /// The last error of a call, or the provider's upload error.
  var uploadingError: String?

  /// - Parameter process: The provider's process, where it was asked.
  init(_ record: ItemRecord, _ reader: StoreReader, _ process: ProcessStatus? = nil) throws(StoreError) {
    isDownloaded = !record.attributes.flags.contains(record.kind == .folder ? .unlisted : .dataless)
    isMostRecentVersionDownloaded = isDownloaded
    if let waiting = try ProvidedReader(reader).pending(record.id) {
      (isUploaded, isAcknowledged) = (false, false)
      isUploading = waiting.state == .calling
      if let domain = waiting.errorDomain {
        uploadingError = waiting.errorText ?? "\(domain) \(waiting.errorCode ?? 0)"
      }
    }
    if let details = process?.details {
      isDownloading = details.downloads.contains { $0.item == record.id }
      downloadingError = isDownloaded ? nil : details.problems.first { $0.item == record.id }?.error.description
    }
    if record.attributes.flags.contains(.attributed),
      let reported = try reader.providerAttribute(.transfer, of: record.id)
    {
      add(ProviderTransfer(reported))
    }
  }

  /// Adds the provider's own transfer properties.
  private mutating func add(_ reported: ProviderTransfer) {
    isUploaded = isUploaded && reported.isUploaded != false
    isUploading = isUploading || reported.isUploading == true
    uploadingError = uploadingError ?? reported.uploadingError
    isDownloading = isDownloading || reported.isDownloading == true
    downloadingError = downloadingError ?? reported.downloadingError
    isMostRecentVersionDownloaded = isMostRecentVersionDownloaded && reported.isMostRecentVersionDownloaded != false
  }

  func write(into object: inout JSONObject) throws {
    try object.add("isDownloaded", isDownloaded)
    try object.add("isUploaded", isUploaded)
    try object.add("isUploading", isUploading)
    try object.add("uploadingError", uploadingError)
    try object.add("isDownloading", isDownloading)
    try object.add("downloadingError", downloadingError)
    try object.add("isMostRecentVersionDownloaded", isMostRecentVersionDownloaded)
  }

  /// Lines of text: transfers in progress, and errors.
  var lines: [String] {
    var lines: [String] = []
    if !isUploaded || isUploading || uploadingError != nil {
      let error = uploadingError.map { ", provider error: \($0)" } ?? ""
      lines.append("  changes     \(changes)\(error)")
    }
    if isDownloading || downloadingError != nil {
      let error = downloadingError.map { "\(isDownloading ? ", " : "")provider error: \($0)" } ?? ""
      lines.append("  download    \(isDownloading ? "in progress" : "")\(error)")
    }
    if isDownloaded && !isMostRecentVersionDownloaded {
      lines.append("  contents    outdated: the provider has a newer version")
    }
    return lines
  }

  private var changes: String {
    if isAcknowledged { return isUploaded ? "uploaded" : "at the provider, which has not uploaded them yet" }
    return isUploading ? "uploading" : "not uploaded yet"
  }
}
