import Foundation
import VCard

/// `PHOTO`. A picture that is elsewhere is not fetched; its line stays until the contact gets another picture.
struct PhotoField: CardField {
  let keys = [CNContactImageDataKey, CNContactThumbnailImageDataKey, CNContactImageDataAvailableKey]

  func read(_ card: Card, into values: inout ContactValues) {
    values.imageData = card.properties.lazy.filter { $0.isNamed("PHOTO") }.compactMap(\.data).first { !$0.isEmpty }
  }

  func write(_ values: ContactValues, insteadOf before: ContactValues, to card: inout Card) {
    if values.imageData == before.imageData { return }
    let index = card.lines.firstIndex { $0.property?.isNamed("PHOTO") == true } ?? card.lines.count
    card.replace("PHOTO", with: nil)
    guard let data = values.imageData, !data.isEmpty else { return }
    card.lines.insert(CardLine(property(data, version: card.version)), at: index)
  }

  private func property(_ data: Data, version: CardVersion) -> CardProperty {
    let format = Self.format(of: data)
    let text = data.base64EncodedString()
    if version == .v4 { return CardProperty("PHOTO", value: "data:image/\(format.lowercased());base64,\(text)") }
    return CardProperty("PHOTO", [CardParameter("ENCODING", "b"), CardParameter("TYPE", format)], value: text)
  }

  /// The format by its first bytes, or else the one that most pictures have.
  private static func format(of data: Data) -> String {
    if data.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return "PNG" }
    if data.starts(with: Data("GIF8".utf8)) { return "GIF" }
    if data.starts(with: [0x49, 0x49, 0x2a, 0]) || data.starts(with: [0x4d, 0x4d, 0, 0x2a]) { return "TIFF" }
    if data.dropFirst(4).starts(with: Data("ftyphei".utf8)) { return "HEIC" }
    if data.dropFirst(8).starts(with: Data("WEBP".utf8)) { return "WEBP" }
    return "JPEG"
  }
}
