/// One item that takes the place of another one.
struct Replacement {
  private let original: URL
  private let new: URL
  private let backup: URL?
  private let options: FileManager.ItemReplacementOptions
  private let manager = FileManager.default

  init(_ original: URL, by new: URL, _ backupItemName: String?, _ options: FileManager.ItemReplacementOptions) {
    (self.original, self.new, self.options) = (original, new, options)
    backup = backupItemName.map { original.deletingLastPathComponent().appendingPathComponent($0) }
  }

  func perform() throws {
    let before = try manager.attributesOfItem(atPath: original.path)
    let after = try manager.attributesOfItem(atPath: new.path)
    // A folder for temporary files is often on another file system.
    let near = beside()
    defer { try? manager.removeItem(at: near) }
    if before[.systemNumber] as? Int == after[.systemNumber] as? Int {
      try put(new, before, after)
    } else {
      try manager.copyItem(at: new, to: near)
      try put(near, before, after)
      try? manager.removeItem(at: new)
    }
  }

  private func put(_ new: URL, _ before: [FileAttributeKey: Any], _ after: [FileAttributeKey: Any]) throws {
    let plain =
      before[.type] as? FileAttributeType == .typeRegular && after[.type] as? FileAttributeType == .typeRegular
    if plain, !options.contains(.usingNewMetadataOnly), let permissions = before[.posixPermissions] {
      try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: new.path)
    }
    let kept = options.contains(.withoutDeletingBackupItem) ? backup : nil
    if let kept { try? manager.removeItem(at: kept) }
    guard plain else { return try exchange(new, kept) }
    if let kept { try manager.copyItem(at: original, to: kept) }
    try rename(new, original)
  }

  /// A rename puts no folder over another one: the replaced item steps aside, and comes back if the new one cannot be put.
  private func exchange(_ new: URL, _ kept: URL?) throws {
    let aside = kept ?? beside()
    try rename(original, aside)
    do { try rename(new, original) } catch {
      try? rename(aside, original)
      throw error
    }
    if kept == nil { try manager.removeItem(at: aside) }
  }

  private func beside() -> URL { original.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString)") }

  private func rename(_ old: URL, _ new: URL) throws {
    let status = old.withUnsafeFileSystemRepresentation { old in
      new.withUnsafeFileSystemRepresentation { new -> Int32 in
        guard let old, let new else { return EINVAL }
        return Glibc.rename(old, new) == 0 ? 0 : errno
      }
    }
    guard status == 0 else {
      let reason = POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO)
      throw CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: reason, NSFilePathErrorKey: new.path])
    }
  }
}
