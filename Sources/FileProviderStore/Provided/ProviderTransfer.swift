import Foundation

/// What a provider reports of its own transfers of an item. What it does not report, or what is the usual case, is `nil`.
///
/// Apple: File Provider / `NSFileProviderItemProtocol`: a provider may take contents and go on to upload them after its answer; they are not evicted
/// before it reports them uploaded.
package struct ProviderTransfer: Hashable, Sendable, Codable {
  package var isUploaded: Bool?
  package var isUploading: Bool?
  package var uploadingError: String?
  package var isDownloading: Bool?
  package var downloadingError: String?
  package var isMostRecentVersionDownloaded: Bool?

  package init() {}

  /// The value of an attribute; nothing for one that cannot be read.
  package init(_ attribute: [UInt8]) {
    self = (try? JSONDecoder().decode(Self.self, from: Data(attribute))) ?? Self()
  }

  /// As `ProviderAttribute.transfer` has it, always in the same order; `nil` where nothing is reported.
  package var attribute: [UInt8]? {
    guard self != Self() else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { Array($0) }
  }
}
