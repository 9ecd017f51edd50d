import Foundation

/// What a provider says of its own transfers of an item. What it does not say, or what goes without saying, is `nil`.
///
/// Apple: File Provider / `NSFileProviderItemProtocol`: a provider may take contents and go on to upload them after its answer; they are not evicted
/// before it says that they are uploaded.
package struct ProviderTransfer: Hashable, Sendable, Codable {
  package var isUploaded: Bool?
  package var isUploading: Bool?
  package var uploadingError: String?
  package var isDownloading: Bool?
  package var downloadingError: String?
  package var isMostRecentVersionDownloaded: Bool?

  package init() {}

  /// What an attribute says; nothing for one that says nothing understandable.
  package init(_ attribute: [UInt8]) {
    self = (try? JSONDecoder().decode(Self.self, from: Data(attribute))) ?? Self()
  }

  /// As `ProviderAttribute.transfer` has it, always in the same order; `nil` where nothing is said.
  package var attribute: [UInt8]? {
    guard self != Self() else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { Array($0) }
  }
}
