import Foundation

/// What the disk tells of a file.
struct FileFacts: Equatable {
  enum Kind: String, Codable {
    case document, folder, link
  }

  var kind: Kind
  var size: UInt64
  var modified: Date
  var permissions: Int
  var number: UInt64
  var target: String?

  /// - Returns: `nil` where there is nothing, or a thing of another kind.
  init?(_ url: URL) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else { return nil }
    switch attributes[.type] as? FileAttributeType {
    case .typeRegular: kind = .document
    case .typeDirectory: kind = .folder
    case .typeSymbolicLink:
      kind = .link
      target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)
    default: return nil
    }
    size = (attributes[.size] as? NSNumber)?.uint64Value ?? 0
    modified = attributes[.modificationDate] as? Date ?? Date()
    permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o600
    number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
  }

  /// Changes whenever the contents are replaced, or written in place.
  var stamp: String { "\(number) \(size) \(modified.timeIntervalSince1970)" }
  /// Changes with everything but the contents.
  var metadata: String { "\(modified.timeIntervalSince1970) \(permissions) \(target ?? "")" }
}
