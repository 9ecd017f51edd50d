public import Foundation

/// Where an enumeration of all contacts goes on.
public struct ContactItemPage: Equatable, Codable, Sendable {
  /// Which state of the provider's contacts the enumeration is of; empty for the first page alone, on which the provider chooses one.
  public var generationMarker: Data
  /// How many items were sent before, as the provider counts them.
  public var offset: Int

  /// Makes a page.
  public init(generationMarker: Data, offset: Int) {
    self.generationMarker = generationMarker
    self.offset = offset
  }

  /// Where an enumeration begins: without a marker, at the offset 0.
  public static let initialPage = ContactItemPage(generationMarker: Data(), offset: 0)
}
