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
  private struct Key: Hashable {
    let item: ItemID
    let writer: ProgramIdentity

    init(_ file: WrittenFile) { (item, writer) = (file.item, file.writer) }
  }

  private struct Note {
    var file: WrittenFile
    /// The time from which nothing can make it part of a burst. A file that is written all the time is not held back
    /// for ever.
    var due: UInt64
    /// Given out already; still counted for others.
    var isTaken = false
  }

  /// The files that were written and are not part of a process's burst, for as long as they count.
  private var notes: [Key: Note] = [:]
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
  package var nextDue: UInt64? { notes.values.lazy.filter { !$0.isTaken }.map(\.due).min() }

  /// Adds a file that was written. Files come in the order of their times.
  package mutating func add(_ file: WrittenFile) {
    let files = filesOfProcess(with: file)
    if files.count > Self.limit {
      for file in files { notes[Key(file)] = nil }
    } else if let known = notes[Key(file)], !known.isTaken {
      notes[Key(file)]?.file = file
    } else if notes[Key(file)] != nil || notes.count < Self.capacity {
      notes[Key(file)] = Note(file: file, due: file.moment + Self.span)
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
    guard notes.values.contains(where: { !$0.isTaken && $0.due <= moment }) else { return [] }
    let files = notes.values.map(\.file).sorted { ($0.moment, $0.item) < ($1.moment, $1.item) }
    let jobs = bursts(among: files) { $0.writer.job }
    let machines = jobs.union(bursts(among: files.filter { !jobs.contains(Key($0)) }) { $0.writer.session })
    var due: [WrittenFile] = []
    for file in files {
      guard let note = notes[Key(file)], !note.isTaken, note.due <= moment else { continue }
      notes[Key(file)]?.isTaken = true
      if !machines.contains(Key(file)) { due.append(file) }
    }
    return due
  }

  /// Those of some files, in the order of their times, that are part of a burst of the group they belong to.
  private func bursts(among files: [WrittenFile], by group: (WrittenFile) -> Int32) -> Set<Key> {
    var found: Set<Key> = []
    for members in Dictionary(grouping: files, by: group).values {
      var start = 0
      var marked = 0
      var items: [ItemID: Int] = [:]
      for (end, file) in members.enumerated() {
        items[file.item, default: 0] += 1
        while members[start].moment + Self.span < file.moment {
          let item = members[start].item
          items[item] = items[item].flatMap { $0 > 1 ? $0 - 1 : nil }
          start += 1
        }
        guard items.count > Self.limit else { continue }
        found.formUnion(members[max(start, marked)...end].map(Key.init))
        marked = end + 1
      }
    }
    return found
  }

  /// Drops the files that can no longer make a held-back file part of a burst.
  private mutating func forget(at moment: UInt64) {
    notes = notes.filter { !$1.isTaken || $1.file.moment > moment - min(moment, 2 * Self.span) }
    recent = recent.filter { ($0.value.last?.moment ?? 0) > moment - min(moment, Self.span) }
  }
}
