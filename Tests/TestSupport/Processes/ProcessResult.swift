import Foundation

/// How a process ended, and what it had to say.
package struct ProcessResult: Sendable, CustomStringConvertible {
  /// The exit status; 128 and the signal for one that was killed; -1 for one that did not end in time.
  package var status: Int32
  /// What it wrote to its standard output.
  package var output: String
  /// What it wrote to its standard error.
  package var error: String

  package init(status: Int32, output: String, error: String) {
    (self.status, self.output, self.error) = (status, output, error)
  }

  package var lines: [String] { output.split(separator: "\n").map(String.init) }

  package var description: String { "status \(status)\n\(output.suffix(4000))\n\(error.suffix(4000))" }

  /// Each line as a JSON object.
  package func objects() throws -> [[String: Any]] {
    try lines.map { line in
      guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
        throw SupportFailure("no object: \(line)")
      }
      return object
    }
  }
}
