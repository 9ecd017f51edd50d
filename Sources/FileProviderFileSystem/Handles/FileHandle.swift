import FileProviderStore

/// An open file: one `open` of a program.
final class FileHandle: Sendable {
  enum Target: Sendable {
    /// A document, and its enumerator, which is alive as long as it is open.
    case document(OpenFile, DocumentEnumerator)
    /// A virtual file, made when it was opened.
    case generated([UInt8])
    /// A file in the trash's `info` that a program makes.
    case draft(TrashDraft)
  }

  let target: Target
  let isWritable: Bool

  init(target: Target, isWritable: Bool) {
    self.target = target
    self.isWritable = isWritable
  }
}
