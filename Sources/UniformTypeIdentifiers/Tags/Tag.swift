import Foundation

/// A tag in the form in which it is compared and stored: known to be possible, lower case, without MIME parameters.
struct Tag: Hashable, Sendable {
  let tagClass: UTTagClass
  let value: String
  /// As given: a few extensions differ in letter case only, such as `C` for C++.
  let original: String

  /// `nil` if `value` cannot be a tag of that class.
  init?(_ value: String, _ tagClass: UTTagClass) {
    var value = value
    if tagClass == .mimeType {
      value = String(value.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces)
      guard value.split(separator: "/", omittingEmptySubsequences: false).filter({ !$0.isEmpty }).count == 2
      else { return nil }
    }
    guard !value.isEmpty, !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    if tagClass == .filenameExtension, value.utf8.contains(UInt8(ascii: "/")) { return nil }
    self.tagClass = tagClass
    self.original = value
    self.value = value.lowercased()
  }
}
