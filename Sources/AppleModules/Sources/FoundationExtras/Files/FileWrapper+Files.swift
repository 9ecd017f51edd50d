extension FileWrapper {
  static func read(_ url: URL, _ options: ReadingOptions) throws -> (Content, [String: Any]) {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    let content: Content
    switch attributes[.type] as? FileAttributeType {
    case .typeDirectory?:
      var children: [String: FileWrapper] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
        children[name] = try FileWrapper(url: url.appendingPathComponent(name), options: options)
      }
      content = .folder(children)
    case .typeSymbolicLink?:
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: url.path)
      content = .link(URL(fileURLWithPath: target, relativeTo: url.deletingLastPathComponent()))
    default:
      content = .file(try Data(contentsOf: url, options: options.contains(.withoutMapping) ? [] : .mappedIfSafe))
    }
    return (content, Dictionary(uniqueKeysWithValues: attributes.map { ($0.key.rawValue, $0.value) }))
  }

  /// Reads it again.
  public func read(from url: URL, options: ReadingOptions = []) throws {
    (content, fileAttributes) = try Self.read(url, options)
    filename = url.lastPathComponent
  }

  /// Whether what is at a place was not changed since this was read from it: by the dates and sizes, and the names in folders.
  public func matchesContents(of url: URL) -> Bool {
    guard let now = try? FileManager.default.attributesOfItem(atPath: url.path) else { return false }
    let (here, read) = (now as NSDictionary, fileAttributes as NSDictionary)
    guard here.fileType() == read.fileType(), here.fileSize() == read.fileSize(),
      here.fileModificationDate() == read.fileModificationDate()
    else { return false }
    guard let children = fileWrappers else { return true }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return Set(names) == Set(children.keys)
      && children.allSatisfy { $0.value.matchesContents(of: url.appendingPathComponent($0.key)) }
  }

  /// Writes it to a place.
  ///
  /// - Parameter originalContentsURL: where it was read from; not looked at.
  public func write(to url: URL, options: WritingOptions = [], originalContentsURL: URL?) throws {
    if options.contains(.atomic) {
      let beside = url.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString)")
      do {
        try put(beside)
        try FileManager.default.replaceOrMoveItem(at: url, withItemAt: beside, options: .usingNewMetadataOnly)
      } catch {
        try? FileManager.default.removeItem(at: beside)
        throw error
      }
    } else {
      try put(url)
    }
    if options.contains(.withNameUpdating) { noteWritten(as: url.lastPathComponent) }
  }

  private func noteWritten(as name: String) {
    filename = name
    if case .folder(let children) = content { for (name, child) in children { child.noteWritten(as: name) } }
  }

  private func put(_ url: URL) throws {
    switch content {
    case .file(let data):
      try data.write(to: url)
    case .link(let target):
      try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target.relativePath)
    case .folder(let children):
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      for (name, child) in children { try child.put(url.appendingPathComponent(name)) }
    }
    guard let permissions = fileAttributes[FileAttributeKey.posixPermissions.rawValue], !isSymbolicLink else { return }
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
  }
}
