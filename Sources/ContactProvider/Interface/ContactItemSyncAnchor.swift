public import Foundation

/// A moment from which changes are asked for.
public struct ContactItemSyncAnchor: Equatable, Codable, Sendable {
  /// Which state of the provider's contacts the changes are based on.
  public var generationMarker: Data
  /// How many changes since that state were sent before.
  public var offset: Int

  /// Makes an anchor.
  public init(generationMarker: Data, offset: Int) {
    self.generationMarker = generationMarker
    self.offset = offset
  }
}
