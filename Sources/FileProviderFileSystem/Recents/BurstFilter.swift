import FileProviderStore

/// Distinguishes files written by a user from those written by a machine.
///
/// More than 20 files in 10 seconds are a clone, a build, an archive being unpacked: a burst, whether one process wrote
/// them, one job of several processes, or one session of several jobs. Each file is held back for 10 seconds, so that
/// the whole burst is known before its first file would count as a user's work. What a process wrote in a burst of
/// its own does not count for its job, nor that of a job for its session: a note written beside an archive that is
/// being unpacked stays a user's work.
///
/// Memory is bounded: what a process in a burst goes on writing is not kept.
package struct BurstFilter {
  private struct Note {
    var file: WrittenFile
    /// The time from which nothing can make it part of a burst. A file that is written all the time is not held back
    /// for ever.
    var due: UInt64
    /// Given out already; still counted for others.
    var isTaken = false
  }

  /// The files that were written and are not part of a process's burst, for as long as they count.
  private var notes: [Note] = []
  /// The last files of each process, each once, the oldest first; at most one more than a user writes.
  private var recent: [Int32: [WrittenFile]] = [:]

  /// The most files that a user writes within `span`.
  package static let limit = 20
  /// 10 seconds, in nanoseconds.
  package static let span: UInt64 = 10_000_000_000
  /// The most writers that are kept: more at a time are not people.
  private static let capacity = 4096

  package init() {}

  /// When the next file is due; `nil` when none is held back.
  package var nextDue: UInt64? { notes.lazy.filter { !$0.isTaken }.map(\.due).min() }

  /// Adds a file that was written. Files come in the order of their times.
  package mutating func add(_ file: WrittenFile) {
    let files = filesOfProcess(with: file)
    if files.count > Self.limit {
      notes.removeAll { note in files.contains { $0.item == note.file.item && $0.writer == note.file.writer } }
    } else if let known = notes.firstIndex(where: { $0.file.item == file.item && $0.file.writer == file.writer }) {
      if notes[known].isTaken { notes[known] = Note(file: file, due: file.moment + Self.span) }
      notes[known].file = file
    } else if notes.count < Self.capacity {
      notes.append(Note(file: file, due: file.moment + Self.span))
    }
  }

  /// The files of its process within the span that ends with this one.
  private mutating func filesOfProcess(with file: WrittenFile) -> [WrittenFile] {
    var files = recent[file.writer.process] ?? []
    files.removeAll { $0.moment + Self.span < file.moment || $0.item == file.item }
    files.append(file)
    if files.count > Self.limit + 1 { files.removeFirst() }
    recent[file.writer.process] = files
    return files
  }

  /// Removes and returns the files that are due and a user's.
  ///
  /// - Parameter moment: Now; `nil` when nothing more will come, and then all is due.
  package mutating func takeDue(at moment: UInt64?) -> [WrittenFile] {
    let moment = moment ?? .max
    defer { forget(at: moment) }
    guard notes.contains(where: { !$0.isTaken && $0.due <= moment }) else { return [] }
    notes.sort { $0.file.moment < $1.file.moment }
    let jobs = bursts(among: Array(notes.indices)) { $0.writer.job }
    let others = notes.indices.filter { !jobs.contains($0) }
    let machines = jobs.union(bursts(among: others) { $0.writer.session })
    var due: [WrittenFile] = []
    for index in notes.indices where !notes[index].isTaken && notes[index].due <= moment {
      notes[index].isTaken = true
      if !machines.contains(index) { due.append(notes[index].file) }
    }
    return due
  }

  /// The notes that are part of a burst of the group they belong to.
  private func bursts(among indices: [Int], by group: (WrittenFile) -> Int32) -> Set<Int> {
    var found: Set<Int> = []
    for members in Dictionary(grouping: indices, by: { group(notes[$0].file) }).values {
      var start = 0
      var marked = 0
      var items: [ItemID: Int] = [:]
      for (end, index) in members.enumerated() {
        items[notes[index].file.item, default: 0] += 1
        while notes[members[start]].file.moment + Self.span < notes[index].file.moment {
          let item = notes[members[start]].file.item
          items[item] = items[item].flatMap { $0 > 1 ? $0 - 1 : nil }
          start += 1
        }
        guard items.count > Self.limit else { continue }
        found.formUnion(members[max(start, marked)...end])
        marked = end + 1
      }
    }
    return found
  }

  /// Drops the files that can no longer make a held-back file part of a burst.
  private mutating func forget(at moment: UInt64) {
    notes.removeAll { $0.isTaken && $0.file.moment <= moment - min(moment, 2 * Self.span) }
    recent = recent.filter { ($0.value.last?.moment ?? 0) > moment - min(moment, Self.span) }
  }
}
