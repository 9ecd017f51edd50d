import FileProviderProgram
package import FileProviderStore
import Glibc
import LinuxSystem

/// The file in which `tail` keeps its anchor.
package struct CursorFile: Sendable {
  let path: String

  package init(path: String) throws {
    guard !path.isEmpty else { throw CommandFailure("--cursor-file", "the file name is empty", status: .usage) }
    guard !CommandArguments.isSpelled(path) else {
      throw CommandFailure(path, "not valid UTF-8", status: .usage)
    }
    self.path = path
    // Checked before any line is printed, not when the first batch is over.
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard access(folder, W_OK | X_OK) == 0 else {
      throw CommandFailure(
        path, "cannot write the cursor file: \(System.reason())", remedy: "create its folder first")
    }
  }

  /// The anchor in the file, or `nil` when there is no file.
  ///
  /// - Throws: A failure with the status for bad data when something else is in it.
  package func read() throws -> ContinuationToken? {
    guard let bytes = try contents() else { return nil }
    var text = Substring(String(decoding: bytes, as: UTF8.self))
    while text.last?.isWhitespace == true { text.removeLast() }
    do { return try ContinuationToken(text: String(text), kind: .anchor) } catch {
      throw CommandFailure(
        path, text.isEmpty ? "the cursor file is empty" : "the cursor file is damaged",
        remedy: "remove it to start from the beginning", status: .badData)
    }
  }

  /// The beginning of the file, which is all that matters; `nil` when there is none. A device or a pipe is refused,
  /// since reading it may never end.
  private func contents() throws -> ArraySlice<UInt8>? {
    guard let descriptor = Descriptor(opening: path, O_RDONLY | O_NONBLOCK) else {
      if errno == ENOENT { return nil }
      throw CommandFailure(path, "cannot read the cursor file: \(System.reason())")
    }
    var status = stat()
    guard fstat(descriptor.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw CommandFailure(path, "not a cursor file", remedy: "name a regular file", status: .badData)
    }
    var bytes = [UInt8](repeating: 0, count: 2048)
    let count = Glibc.read(descriptor.number, &bytes, bytes.count)
    guard count >= 0 else { throw CommandFailure(path, "cannot read the cursor file: \(System.reason())") }
    return bytes[..<count]
  }

  /// Writes an anchor. To be called after the lines that it covers were flushed.
  func write(_ token: ContinuationToken) throws { try File.replace(path, with: token.text + "\n") }
}
