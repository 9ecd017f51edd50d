import LinuxSystem

/// Keeps others from opening a content file; ends with the object.
final class ContentLease: Sendable {
  private let file: Descriptor

  init(_ file: consuming Descriptor) { self.file = file }
}
