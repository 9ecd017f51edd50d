import FileProviderInterface

/// How thumbnails come.
enum ThumbnailRules {
  static let picture = ConformanceRule(
    "thumbnails.picture", "A thumbnail is the bytes of an image.", page: ApplePage.fetchThumbnails,
    advice: "Pass the bytes of a PNG or a JPEG; pass nil if there is none.")

  static let checks = RuleCheck.observed(ObservedRules.Thumbnails.all) + [RuleCheck(picture, checkPicture)]

  @Sendable private static func checkPicture(_ stage: ValidationStage) throws {
    var items = try stage.sample().items.filter { $0.isFolder == false }.prefix(5).map(\.identifier)
    if let picture = try? stage.create("picture.png", smallestPicture).item { items.append(picture.identifier) }
    guard !items.isEmpty else { throw Unmet("there is no document") }
    let pictures = try stage.caller.thumbnails(of: Set(items))
    guard !pictures.isEmpty else { throw Unmet("there is no thumbnail of any document") }
    for (identifier, picture) in pictures where isNoPicture(picture) {
      throw Violation("the thumbnail of “\(identifier.rawValue)” has \(picture.count) bytes that are not an image")
    }
    guard pictures.values.contains(where: { PictureFormat($0) != nil }) else {
      throw Unmet("no thumbnail has a known format")
    }
  }

  /// Whether there are no bytes, or they are text, such as the page of an error. Other bytes may be in one of the many formats that macOS reads.
  private static func isNoPicture(_ bytes: Data) -> Bool {
    guard PictureFormat(bytes) == nil, let text = String(validating: bytes, as: UTF8.self) else { return false }
    let isText = text.unicodeScalars.allSatisfy { $0.value >= 0x20 || "\t\n\u{c}\r".unicodeScalars.contains($0) }
    return isText && !text.contains("<svg")
  }

  /// A PNG of one pixel.
  private static let smallestPicture =
    Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ) ?? Data()
}
