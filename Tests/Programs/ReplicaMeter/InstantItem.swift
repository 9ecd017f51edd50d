import FileProviderInterface
import UniformTypeIdentifiers

/// An item of an ``InstantProvider``.
final class InstantItem: NSObject, NSFileProviderItemProtocol, Sendable {
  private let number: Int
  private let parent: Int?
  private let change: InstantProvider.Change
  private let hasFacts: Bool

  /// - Parameter parent: The folder it is in; `nil` for a folder, which is at the top.
  init(_ number: Int, parent: Int?, _ change: InstantProvider.Change, hasFacts: Bool) {
    (self.number, self.parent, self.change, self.hasFacts) = (number, parent, change, hasFacts)
    super.init()
  }

  private static let date = Date(timeIntervalSince1970: 1_700_000_000)

  var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier("\(number)") }
  var parentItemIdentifier: NSFileProviderItemIdentifier {
    parent.map { NSFileProviderItemIdentifier("\($0)") } ?? .rootContainer
  }
  var filename: String { change.name ?? (parent == nil ? "folder \(number)" : "document \(number).txt") }
  var contentType: UTType { parent == nil ? .folder : .data }
  var capabilities: NSFileProviderItemCapabilities { [.allowsAll, .allowsEvicting] }
  var documentSize: NSNumber? { parent == nil ? nil : NSNumber(value: change.size) }
  var contentModificationDate: Date? { Self.date }
  var creationDate: Date? { Self.date }
  var userInfo: [AnyHashable: Any]? { hasFacts ? ["locked": number % 2 == 0] : nil }
  var ownerNameComponents: PersonNameComponents? {
    guard hasFacts else { return nil }
    var name = PersonNameComponents()
    (name.givenName, name.familyName) = ("Ada", "Lovelace")
    return name
  }
  var itemVersion: NSFileProviderItemVersion {
    NSFileProviderItemVersion(
      contentVersion: Data("\(change.contentVersion)".utf8), metadataVersion: Data("\(change.metadataVersion)".utf8))
  }
}
