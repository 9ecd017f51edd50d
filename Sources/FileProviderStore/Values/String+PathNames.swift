/// Names and paths read byte by byte, as the kernel reads them. To Swift a slash or a dot with a combining accent is
/// one character, which is neither a slash nor a dot.
extension StringProtocol {
  /// The names of a path, without empty ones, which come from leading, trailing and double slashes.
  package var pathNames: [String] {
    utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What is between the slashes of a path, empty or not.
  package var pathParts: [String] {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// A path from the root without the slash that it begins with.
  package var belowRoot: String { String(decoding: utf8.dropFirst(), as: UTF8.self) }

  /// Whether the bytes begin with those of another text.
  package func hasBytePrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  /// This text with every occurrence of an ASCII character replaced.
  package func replacing(byte: Unicode.Scalar, with text: String) -> String {
    String(decoding: utf8.flatMap { $0 == UInt8(ascii: byte) ? Array(text.utf8) : [$0] }, as: UTF8.self)
  }
}
