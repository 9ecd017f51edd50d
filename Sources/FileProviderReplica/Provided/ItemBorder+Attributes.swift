import FileProviderInterface
import FileProviderStore
import Foundation

extension ItemBorder {
  /// What the provider reports of an item for users and for its own predicates.
  func attributes(_ object: any NSFileProviderItem, of item: ProvidedItem) -> [ProviderAttribute: [UInt8]] {
    var attributes: [ProviderAttribute: [UInt8]] = [:]
    attributes[.decorations] = decorations(object, of: item)
    attributes[.owner] = person(object.ownerNameComponents ?? nil, "ownerNameComponents", of: item)
    attributes[.editor] = person(
      object.mostRecentEditorNameComponents ?? nil, "mostRecentEditorNameComponents", of: item)
    if object.isShared == true, let isByMe = object.isSharedByCurrentUser {
      attributes[.sharedByMe] = [UInt8(ascii: isByMe ? "1" : "0")]
    }
    attributes[.userInfo] = facts(object, of: item)
    attributes[.transfer] = transfer(object).attribute
    return attributes
  }

  /// The longest text of an error, in characters.
  private static let longestReason = 500

  /// What it reports of its transfers, without what every item of most providers reports.
  private func transfer(_ object: any NSFileProviderItem) -> ProviderTransfer {
    var transfer = ProviderTransfer()
    if object.isUploaded == false { transfer.isUploaded = false }
    if object.isUploading == true { transfer.isUploading = true }
    transfer.uploadingError = (object.uploadingError ?? nil).map(Self.reason)
    if object.isDownloading == true { transfer.isDownloading = true }
    transfer.downloadingError = (object.downloadingError ?? nil).map(Self.reason)
    // Of what is not downloaded no version is.
    if object.isDownloaded == true, object.isMostRecentVersionDownloaded == false {
      transfer.isMostRecentVersionDownloaded = false
    }
    return transfer
  }

  private static func reason(_ error: any Error) -> String { String(error.localizedDescription.prefix(longestReason)) }

  /// The decorations, the most important first, separated by commas. One that could not be distinguished from two, or is no text, is left out, and so is
  /// what an attribute has no room for.
  private func decorations(_ object: any NSFileProviderItem, of item: ProvidedItem) -> [UInt8]? {
    guard let identifiers = (object as? any NSFileProviderItemDecorating)?.decorations, !identifiers.isEmpty else {
      return nil
    }
    var list: [UInt8] = []
    var isWhole = true
    for identifier in identifiers {
      let bytes = Array(identifier.rawValue.utf8)
      let isName = !bytes.isEmpty && !bytes.contains { $0 == UInt8(ascii: ",") || $0 < 0x20 || $0 == 0x7F }
      guard isName, list.count + 1 + bytes.count <= Self.largestAttribute else {
        isWhole = false
        continue
      }
      if !list.isEmpty { list.append(UInt8(ascii: ",")) }
      list += bytes
    }
    if !isWhole { mended("decorations", of: item) }
    return list.isEmpty ? nil : list
  }

  /// The longest name of a person, in bytes.
  private static let longestPerson = 1024

  /// A person's name as one line; `nil` where none is reported.
  private func person(_ name: PersonNameComponents?, _ field: String, of item: ProvidedItem) -> [UInt8]? {
    guard let name else { return nil }
    let parts = [name.namePrefix, name.givenName, name.middleName, name.familyName, name.nameSuffix]
    let whole = parts.compactMap { $0 }.joined(separator: " ")
    let words = (whole.isEmpty ? name.nickname ?? "" : whole).split { $0.isWhitespace || $0.isNewline }
    let text = words.joined(separator: " ")
    let isLine = !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    guard isLine, text.utf8.count <= Self.longestPerson else {
      mended(field, of: item)
      return nil
    }
    return text.isEmpty ? nil : Array(text.utf8)
  }

  /// The provider's own facts as a JSON object, always in the same order: texts, numbers, and dates as RFC 3339 has them in UTC. What is none of
  /// these is left out.
  private func facts(_ object: any NSFileProviderItem, of item: ProvidedItem) -> [UInt8]? {
    guard let facts = object.userInfo ?? nil, !facts.isEmpty else { return nil }
    var kept: [String: Any] = [:]
    for (key, value) in facts {
      guard let key = key as? String else { continue }
      let value =
        (value as? Date).map { $0.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) } ?? value
      let isPlain = !(value is [Any] || value is [AnyHashable: Any] || value is NSNull)
      if isPlain, JSONSerialization.isValidJSONObject([key: value]) { kept[key] = value }
    }
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    let text = try? JSONSerialization.data(withJSONObject: kept, options: options)
    guard let text, text.count <= Self.largestAttribute else {
      mended("userInfo", of: item)
      return nil
    }
    if kept.count < facts.count { mended("userInfo", of: item) }
    return kept.isEmpty ? nil : Array(text)
  }
}
