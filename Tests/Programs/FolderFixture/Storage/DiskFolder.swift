import FileProvider
import Foundation
import UniformTypeIdentifiers

/// The folder on the disk that a provider serves, and what can be done in it. What arrives is first put beside it, and then in its place as a whole.
struct DiskFolder {
  let root: URL
  /// Whatever is not to be seen in the folder: what arrives, and the provider's own notes.
  let notes: URL

  /// - Parameter variable: The variable of the environment that names the folder. `PROVIDER_NOTES` names that of the notes, where two providers serve one
  ///   folder; it is on the same disk.
  init(named variable: String) {
    let environment = ProcessInfo.processInfo.environment
    root = URL(fileURLWithPath: environment[variable] ?? "/nowhere")
    notes = URL(fileURLWithPath: environment["PROVIDER_NOTES"] ?? root.path + ".notes")
    try? FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
  }

  /// Whether the folder is there. A disk may have been taken off: what is in the folder is not gone then.
  var isThere: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder) && isFolder.boolValue
  }

  func reach() throws { if !isThere { throw NSFileProviderError(.serverUnreachable) } }

  func url(_ path: String) -> URL { path.isEmpty ? root : URL(fileURLWithPath: root.path + "/" + path) }
  func facts(_ path: String) -> FileFacts? { FileFacts(url(path)) }

  /// The names in a folder, in order.
  func names(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url(path).path)) ?? []).sorted()
  }

  /// The paths of everything, each after its folder.
  func paths(in folder: String = "") -> [String] {
    names(in: folder).flatMap { name -> [String] in
      let path = Self.join(folder, name)
      guard let facts = facts(path) else { return [] }
      return facts.kind == .folder ? [path] + paths(in: path) : [path]
    }
  }

  static func join(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : folder + "/" + name }

  /// The root's path is empty, and so is that of the folder it is in.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  // MARK: Changes

  func create(_ template: NSFileProviderItem, at path: String, contents: URL?) throws {
    let manager = FileManager.default
    let type = template.contentType ?? .data
    if type.conforms(to: .symbolicLink) {
      let target = (template.symlinkTargetPath ?? nil) ?? ""
      try manager.createSymbolicLink(atPath: url(path).path, withDestinationPath: target)
    } else if type.conforms(to: .folder) || type.conforms(to: .directory) {
      try manager.createDirectory(at: url(path), withIntermediateDirectories: false)
      try apply([.fileSystemFlags], of: template, to: path)
    } else {
      try place(template, [.fileSystemFlags, .contentModificationDate], contents, at: path)
    }
  }

  /// Puts contents in the place of a document's.
  func replaceContents(of path: String, with contents: URL?, _ template: NSFileProviderItem) throws {
    if facts(path)?.kind == .link {
      let target = (template.symlinkTargetPath ?? nil) ?? ""
      let new = notes.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createSymbolicLink(atPath: new.path, withDestinationPath: target)
      return try rename(new, to: url(path))
    }
    try place(template, [.fileSystemFlags, .contentModificationDate], contents, at: path)
  }

  private func place(
    _ template: NSFileProviderItem, _ fields: NSFileProviderItemFields, _ contents: URL?, at path: String
  ) throws {
    let new = notes.appendingPathComponent(UUID().uuidString)
    if let contents {
      try FileManager.default.copyItem(at: contents, to: new)
    } else {
      try Data().write(to: new)
    }
    try apply(fields, of: template, at: new)
    try rename(new, to: url(path))
  }

  private func rename(_ old: URL, to new: URL) throws {
    guard Foundation.rename(old.path, new.path) == 0 else {
      throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
    }
  }

  func move(_ path: String, to other: String) throws { try rename(url(path), to: url(other)) }

  func remove(_ path: String) throws { try FileManager.default.removeItem(at: url(path)) }

  /// Takes over the date and the permissions.
  func apply(_ fields: NSFileProviderItemFields, of template: NSFileProviderItem, to path: String) throws {
    guard facts(path)?.kind != .link else { return }
    try apply(fields, of: template, at: url(path))
  }

  private func apply(_ fields: NSFileProviderItemFields, of template: NSFileProviderItem, at url: URL) throws {
    var attributes: [FileAttributeKey: Any] = [:]
    if fields.contains(.fileSystemFlags), let flags = template.fileSystemFlags {
      let isFolder = template.contentType?.conforms(to: .folder) == true
      let bits = [(NSFileProviderFileSystemFlags.userReadable, 0o444), (.userWritable, 0o200)]
      var mode = bits.reduce(0) { flags.contains($1.0) ? $0 | $1.1 : $0 }
      if flags.contains(.userExecutable) || isFolder { mode |= 0o111 }
      attributes[.posixPermissions] = NSNumber(value: mode)
    }
    try FileManager.default.setAttributes(attributes, ofItemAtPath: url.path)
    if fields.contains(.contentModificationDate), let date = template.contentModificationDate ?? nil {
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
    }
  }

  /// Whether a document has the same contents as a file.
  func hasContents(of file: URL?, at path: String) -> Bool {
    guard let file else { return facts(path)?.size == 0 }
    return FileManager.default.contentsEqual(atPath: file.path, andPath: url(path).path)
  }

  /// A copy of a document that nobody changes.
  func copy(of path: String) throws -> URL {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.copyItem(at: url(path), to: copy)
    return copy
  }
}
