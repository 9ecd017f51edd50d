import TestSupport
import Testing

extension Sandbox {
  /// Runs the command, expects that it succeeds, and returns its lines.
  @discardableResult
  func lines(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
    try lines(words, sourceLocation: sourceLocation)
  }

  @discardableResult
  func lines(_ words: [String], sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
    let result = try run(words)
    #expect(result.status == 0, "\(words): \(result.error)", sourceLocation: sourceLocation)
    return result.lines
  }
}
