public import Foundation

extension URLResourceKey {
  /// The type of a file.
  ///
  /// The same key as that of its path, which is what the type is made from: Foundation on Linux answers no key that it does not know.
  public static let contentTypeKey = URLResourceKey.pathKey
}

extension URLResourceValues {
  /// The type of the file, by its kind and the extension of its name; `nil` unless it was asked for with `contentTypeKey`.
  public var contentType: UTType? {
    guard let path = allValues[.contentTypeKey] as? String else { return nil }
    let kind = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    let name = (path as NSString).pathExtension
    switch kind {
    case .typeSymbolicLink?: return .symbolicLink
    case .typeDirectory?:
      // A folder whose name happens to have a dot is a folder.
      let type = UTType(filenameExtension: name, conformingTo: .directory)
      return type.flatMap { $0.isDynamic ? nil : $0 } ?? .folder
    case nil: return nil
    default: return UTType(filenameExtension: name, conformingTo: .data) ?? .data
    }
  }
}
