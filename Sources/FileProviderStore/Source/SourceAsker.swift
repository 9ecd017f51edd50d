import Foundation

/// The program on whose behalf a source is asked.
package struct SourceAsker: Hashable, Sendable {
  /// The path of what it executes; `nil` where that is not known.
  package let executable: String?

  package init(executable: String?) { self.executable = executable }

  /// A program of which nothing is known.
  package static let unknown = SourceAsker(executable: nil)

  /// The program of this process, which commands are part of as well.
  package static let ownProgram = SourceAsker(
    executable: try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
}
