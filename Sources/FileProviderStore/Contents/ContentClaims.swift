import LinuxSystem

/// Keeps others from opening contents; ends with the object.
final class ContentClaims {
  /// Has the locks of documents.
  var documents: Descriptor?
  private(set) var leases: [ContentLease] = []

  func add(_ lease: consuming Descriptor) { leases.append(ContentLease(lease)) }
}

/// The lease of a content file.
final class ContentLease {
  private let file: Descriptor

  init(_ file: consuming Descriptor) { self.file = file }
}
