// What is in a dictionary of a file's attributes. Apple: NSFileManager.h, NSDictionary (NSFileAttributes).
extension NSDictionary {
  private func attribute<Value>(_ key: FileAttributeKey, _ type: Value.Type) -> Value? {
    (object(forKey: key) ?? object(forKey: key.rawValue)) as? Value
  }

  /// The size in bytes; 0 if it is not there.
  public func fileSize() -> UInt64 { attribute(.size, NSNumber.self)?.uint64Value ?? 0 }
  /// When the contents changed last.
  public func fileModificationDate() -> Date? { attribute(.modificationDate, Date.self) }
  /// When the file was made, where its file system tells.
  public func fileCreationDate() -> Date? { attribute(.creationDate, Date.self) }
  /// What kind of file it is; the text of a `FileAttributeType`.
  public func fileType() -> String? {
    attribute(.type, FileAttributeType.self)?.rawValue ?? attribute(.type, String.self)
  }
  /// Its POSIX permissions; 0 if they are not there.
  public func filePosixPermissions() -> Int { attribute(.posixPermissions, NSNumber.self)?.intValue ?? 0 }
  /// Its number within its file system; 0 if it is not there.
  public func fileSystemFileNumber() -> Int { attribute(.systemFileNumber, NSNumber.self)?.intValue ?? 0 }
}
