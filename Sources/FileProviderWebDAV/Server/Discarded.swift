import Foundation
import Glibc
import Synchronization

/// What was deleted through here, and is in the server's trash bin all the same. It is left there, for who misses it and looks with a browser; for the
/// system, what is deleted is gone, so it is not shown.
///
/// An item may come back, and be thrown away again: so what counts is when it was deleted.
final class Discarded: Sendable {
  private let file: URL
  /// The numbers of the items, and until when, by the server's clock, a deletion is that of here.
  private let ends = Mutex<[String: Double]>([:])
  /// What is not in the bin any more is forgotten after this time, in seconds: a listing may have begun before the deletion.
  private static let patience = 86_400.0

  /// - Parameter folder: Where the file is, or will be.
  init(in folder: URL) {
    file = folder.appendingPathComponent("discarded")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    ends.withLock { ends in
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.count == 2, let end = Double(words[0]) { ends[String(words[1])] = end }
      }
    }
  }

  /// Deletes something.
  ///
  /// - Parameter body: Returns the time by the server's clock, if known.
  func deleting(_ number: String?, _ body: () throws -> Date?) throws {
    guard let number else { return _ = try body() }
    let former = ends.withLock { $0.updateValue(.infinity, forKey: number) }
    let begun = Date()
    do {
      let date = try body() ?? begun
      // Some servers report when the request arrived. And both clocks may be read a moment apart.
      let end = date.addingTimeInterval(Date().timeIntervalSince(begun) + 2).timeIntervalSince1970
      note(number, until: end)
    } catch let error as WebDAVError where error.mayHaveBeenDone {
      // The deletion is asked for again; what it finds in the bin then is what this one has deleted.
      note(number, until: Date().timeIntervalSince1970 + 2)
      throw error
    } catch {
      ends.withLock { $0[number] = former }
      throw error
    }
  }

  /// Notes that what is in the bin of an item is not shown.
  ///
  /// - Parameter end: When it was deleted at the latest, by the server's clock, in seconds since 1970.
  func note(_ number: String, until end: Double) {
    ends.withLock { $0[number] = end }
    append("\(end) \(number)\n")
  }

  func contains(_ number: String, deletedAt time: Double?) -> Bool {
    guard let end = ends.withLock({ $0[number] }) else { return false }
    return time.map { $0 <= end } ?? true
  }

  /// It is thrown away as something that is shown.
  func remove(_ number: String) {
    if ends.withLock({ $0.removeValue(forKey: number) }) != nil { write() }
  }

  /// Forgets what is not in the bin any more.
  func keep(_ numbers: Set<String>) {
    let oldest = Date().timeIntervalSince1970 - Self.patience
    let isLess = ends.withLock { ends in
      let count = ends.count
      ends = ends.filter { $0.value > oldest || numbers.contains($0.key) }
      return ends.count < count
    }
    if isLess { write() }
  }

  // MARK: The file
  // Without it, the mount's trash shows what was deleted: what fails here is no harm.

  private func append(_ line: String) {
    let file = open(file.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    _ = Glibc.write(file, line, line.utf8.count)
    close(file)
  }

  private func write() {
    ends.withLock { ends in
      let text = ends.filter { $0.value < .infinity }.map { "\($0.value) \($0.key)\n" }.joined()
      try? Data(text.utf8).write(to: file, options: .atomic)
    }
  }
}
