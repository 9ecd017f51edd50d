import FileProviderStore
import Foundation
import LinuxSystem

extension JSONObject {
  /// Adds a member for bytes that need not be valid UTF-8, a name or a path.
  ///
  /// - Parameters:
  ///   - name: Of the member with the spelling.
  ///   - bytes: Of another member, with the bytes in base64, only where they differ from the text's.
  package mutating func add(_ name: StaticString, bytes: StaticString, spelling: String) throws {
    try add(name, spelling)
    if spelling.hasEscapedBytes { try add(bytes, spelling.base64) }
  }

  /// Adds `path`, and `pathBytes` where they differ.
  package mutating func add(path: String) throws { try add("path", bytes: "pathBytes", spelling: path) }
}

extension String {
  /// The bytes that this string spells, in base64.
  package var base64: String { Data(spelledBytes).base64EncodedString() }
}
