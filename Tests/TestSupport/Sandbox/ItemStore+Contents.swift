package import FileProviderStore
package import Foundation

extension ItemStore {
  /// Contents, wherever they are.
  package func data(of key: ContentKey) throws -> Data { Data(try contents.bytes(of: key, about: 64, atMost: 1 << 30)) }

  /// All contents that there are: the files, and the numbers of those in the database.
  package func allContents() throws -> [String] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: contents.directory.path).filter {
      $0.contains("/") && !$0.hasPrefix("sessions/")
    }
    let small = try readCommitted { (reader) throws(StoreError) in
      try reader.integers("SELECT content FROM small_contents")
    }
    return files + small.map { "\($0)" }
  }

  /// Contents as text.
  package func text(of key: ContentKey) throws -> String { String(decoding: try data(of: key), as: UTF8.self) }
}
