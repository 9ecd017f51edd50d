public import Foundation

extension URL {
  /// This URL with the type's preferred file name extension, unless it has one of the type's already.
  public func appendingPathExtension(for contentType: UTType) -> URL {
    let name = (lastPathComponent as NSString).appendingPathExtension(for: contentType)
    return deletingLastPathComponent().appendingPathComponent(name, isDirectory: contentType.conforms(to: .directory))
  }

  /// As the form that returns a URL.
  public mutating func appendPathExtension(for contentType: UTType) {
    self = appendingPathExtension(for: contentType)
  }

  /// This URL with one more component, which has a file name extension of the type.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
    let name = (partialName as NSString).appendingPathExtension(for: contentType)
    return appendingPathComponent(name, isDirectory: contentType.conforms(to: .directory))
  }

  /// As the form that returns a URL.
  public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
    self = appendingPathComponent(partialName, conformingTo: contentType)
  }
}

extension NSString {
  /// The name with the type's preferred extension, unless it has one of the type's already, or the type has none.
  public func appendingPathExtension(for contentType: UTType) -> String {
    let name = String(describing: self)
    if let own = UTType(filenameExtension: pathExtension), own.conforms(to: contentType) { return name }
    return contentType.preferredFilenameExtension.map { name + "." + $0 } ?? name
  }

  /// A component added, which has a file name extension of the type.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> String {
    appendingPathComponent((partialName as NSString).appendingPathExtension(for: contentType))
  }
}
