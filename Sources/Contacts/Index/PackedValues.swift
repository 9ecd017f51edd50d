import Foundation

/// Labelled values as bytes: for each the texts of its identifier, its label and its value, with their lengths before them.
enum PackedValues {
  static func pack<Value>(_ values: [CNLabeledValue<Value>], _ text: (Value) -> String) -> [UInt8] {
    var bytes: [UInt8] = []
    for value in values {
      append(value.identifier, to: &bytes)
      append(value.label, to: &bytes)
      append(text(value.value), to: &bytes)
    }
    return bytes
  }

  /// - Returns: Nil of bytes that are no such values.
  static func unpack<Value>(_ bytes: UnsafeRawBufferPointer, _ make: (String) -> Value) -> [CNLabeledValue<Value>]? {
    var rest = bytes[...]
    var values: [CNLabeledValue<Value>] = []
    while !rest.isEmpty {
      guard let identifier = text(&rest), let label = text(&rest), let value = text(&rest), let identifier, let value
      else { return nil }
      values.append(CNLabeledValue(identifier: identifier, label: label, value: make(value)))
    }
    return values
  }

  /// A length of its own stands for no text.
  private static let none = UInt32.max

  private static func append(_ text: String?, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: text.map { UInt32($0.utf8.count) } ?? none) { bytes += $0 }
    if let text { bytes += text.utf8 }
  }

  /// - Returns: Nil where the bytes end too early.
  private static func text(_ bytes: inout Slice<UnsafeRawBufferPointer>) -> String?? {
    guard bytes.count >= 4 else { return nil }
    let length = UnsafeRawBufferPointer(rebasing: bytes.prefix(4)).loadUnaligned(as: UInt32.self)
    bytes = bytes.dropFirst(4)
    if length == none { return .some(nil) }
    guard bytes.count >= length else { return nil }
    defer { bytes = bytes.dropFirst(Int(length)) }
    return String(decoding: bytes.prefix(Int(length)), as: UTF8.self)
  }
}
