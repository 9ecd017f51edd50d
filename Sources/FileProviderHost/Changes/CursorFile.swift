import FileProviderStore
import Glibc

/// The file in which `tail` keeps the anchor it has got to.
struct CursorFile: Sendable {
  let path: String

  init(path: String) throws {
    guard !path.isEmpty else { throw CommandFailure("--cursor-file", "the name is empty", status: .usage) }
    guard !CommandArguments.isSpelled(path) else {
      throw CommandFailure(path, "this is not valid UTF-8", status: .usage)
    }
    self.path = path
    // Before any line is printed, and not when the first batch is over.
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard access(folder, W_OK | X_OK) == 0 else {
      throw CommandFailure(
        path, "the cursor file cannot be written: \(System.reason())", remedy: "its folder has to be there already")
    }
  }

  /// The anchor in the file, or `nil` when there is no file.
  ///
  /// - Throws: A failure with the status for bad data when something else is in it.
  func read() throws -> ContinuationToken? {
    guard let bytes = File.bytes(path) else {
      if errno == ENOENT { return nil }
      throw CommandFailure(path, "the cursor file cannot be read: \(System.reason())")
    }
    var text = Substring(String(decoding: bytes.prefix(2048), as: UTF8.self))
    while text.last?.isWhitespace == true { text.removeLast() }
    do { return try ContinuationToken(text: String(text), kind: .anchor) } catch {
      throw CommandFailure(
        path, text.isEmpty ? "the cursor file is empty" : "the cursor file is damaged",
        remedy: "remove it to begin from the beginning", status: .badData)
    }
  }

  /// Keeps an anchor. Called when the lines that it covers are flushed.
  func write(_ token: ContinuationToken) throws { try File.replace(path, with: token.text + "\n") }
}
