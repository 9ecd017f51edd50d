package import Foundation

/// A directory of a test's own, removed with everything in it when it is let go.
package final class TestDirectory: Sendable {
  package let url: URL
  package var path: String { url.path }

  /// - Parameter name: What its name begins with, for a person who finds one that was left by a killed test.
  package init(_ name: String = "test") throws {
    url = Self.unused(name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Takes over a directory that is there or will be made.
  package init(adopting url: URL) { self.url = url }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// A place in it.
  package func appending(_ path: String) -> URL { url.appendingPathComponent(path) }

  /// A place among the temporary files where nothing is.
  package static func unused(_ name: String = "test") -> URL {
    // Without symbolic links: the kernel's tables name mount points and locked files so.
    FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent(
      "fileprovider-\(name)-\(UUID().uuidString)")
  }
}
