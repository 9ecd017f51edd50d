/// The sizes of the cache of thumbnails, each with a folder of its own.
///
/// https://specifications.freedesktop.org/thumbnail-spec/latest/directory.html
package enum ThumbnailSize: String, CaseIterable {
  case normal
  case large
  case xLarge = "x-large"
  case xxLarge = "xx-large"

  /// The longest side that a picture in the folder may have, in pixels.
  package var side: Int {
    switch self {
    case .normal: 128
    case .large: 256
    case .xLarge: 512
    case .xxLarge: 1024
    }
  }

  /// The size that has this longest side.
  package init?(side: Int) {
    guard let size = Self.allCases.first(where: { $0.side == side }) else { return nil }
    self = size
  }

  /// This size, or else the smallest one that takes a picture.
  ///
  /// - Returns: `nil` for a picture that is too large for all.
  func taking(_ picture: PNGPicture) -> ThumbnailSize? {
    let side = max(picture.width, picture.height)
    return side <= self.side ? self : Self.allCases.first { side <= $0.side }
  }
}
