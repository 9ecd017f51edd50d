import Foundation
import Glibc
import Synchronization

/// The dates of documents that were written here. A server dates what it gets by its own clock; for those who compare dates (rsync, make, git) each
/// document that was sent would have changed.
///
/// A date holds for a version. A line of the file is a date; it is written again when most of its lines are out of date.
final class OwnDates: Sendable {
  private struct Known {
    var version: String
    var date: Double
  }

  private struct State {
    var dates: [String: Known] = [:]
    var lines = 0
  }

  private let file: URL
  private let state = Mutex(State())

  /// - Parameter folder: Where the file is, or will be.
  init(in folder: URL) {
    file = folder.appendingPathComponent("dates")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    state.withLock { state in
      for line in text.split(separator: "\n") {
        let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 3, let date = Double(words[0]) else { continue }
        state.dates[words[2]] = words[1].isEmpty ? nil : Known(version: words[1], date: date)
        state.lines += 1
      }
    }
  }

  private static func key(_ path: RemotePath) -> String {
    (path.isTrashed ? "//trash/" : "") + PercentCoding.encode(path.bytes)
  }

  /// The date that a version got here.
  func date(of entry: RemoteEntry) -> Date? {
    let known = state.withLock { $0.dates[Self.key(entry.path)] }
    guard let known, known.version == Self.version(entry) else { return nil }
    return Date(timeIntervalSince1970: known.date)
  }

  /// Remembers the date of a version.
  func set(_ date: Date, of entry: RemoteEntry) {
    set([(Self.key(entry.path), Known(version: Self.version(entry), date: date.timeIntervalSince1970))])
  }

  /// Takes a date along when an item moves, and with a folder those of what is below it.
  func move(_ path: RemotePath, to entry: RemoteEntry) {
    let (old, new) = (Self.key(path), Self.key(entry.path))
    let moved = dates(at: path).flatMap { key, known -> [(String, Known?)] in
      let version = key == old ? Self.version(entry) : known.version
      return [(key, nil), (new + key.dropFirst(old.count), Known(version: version, date: known.date))]
    }
    set(moved)
  }

  /// Forgets the date of an item that is gone, and with a folder those of what was below it.
  func remove(_ path: RemotePath) { set(dates(at: path).map { ($0.key, nil) }) }

  private func dates(at path: RemotePath) -> [(key: String, value: Known)] {
    let key = Self.key(path)
    return state.withLock { state in
      if path.isFolder { return state.dates.filter { $0.key == key || $0.key.hasPrefix(key + "/") }.map { $0 } }
      return state.dates[key].map { [(key, $0)] } ?? []
    }
  }

  private static func version(_ entry: RemoteEntry) -> String { PercentCoding.encode(entry.contentVersion.utf8) }

  private func set(_ changes: [(key: String, known: Known?)]) {
    if changes.isEmpty { return }
    let lines = changes.map { "\($0.known?.date ?? 0)\t\($0.known?.version ?? "")\t\($0.key)\n" }.joined()
    state.withLock { state in
      for (key, known) in changes { state.dates[key] = known }
      state.lines += changes.count
      if state.lines > 2 * state.dates.count + 1000 { write(&state) } else { append(lines) }
    }
  }

  // MARK: The file
  // Without it, dates are the server's: what fails here is no harm.

  private func append(_ lines: String) {
    let file = open(file.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    _ = Glibc.write(file, lines, lines.utf8.count)
    close(file)
  }

  private func write(_ state: inout State) {
    let text = state.dates.map { "\($0.value.date)\t\($0.value.version)\t\($0.key)\n" }.joined()
    try? Data(text.utf8).write(to: file, options: .atomic)
    state.lines = state.dates.count
  }
}
