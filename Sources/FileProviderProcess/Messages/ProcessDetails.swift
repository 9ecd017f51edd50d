package import FileProviderStore

/// What a provider's process reports of its work, in addition to the original fields of `ProcessStatus`.
package struct ProcessDetails: Hashable, Sendable {
  /// A download in progress.
  package struct Download: Hashable, Sendable {
    package var item: ItemID
    /// In bytes, as far as the provider reports it.
    package var completed: Int64
    package var total: Int64

    package init(item: ItemID, completed: Int64, total: Int64) {
      self.item = item
      self.completed = completed
      self.total = total
    }
  }

  /// An error for which items wait without being asked for again.
  package struct Problem: Hashable, Sendable {
    /// One of them; `nil` where it is the provider's changes, or everything.
    package var item: ItemID?
    package var count: UInt32
    /// Since when, in microseconds since 1970.
    package var since: Int64
    package var error: SentError

    package init(item: ItemID?, count: Int, since: Int64, error: SentError) {
      self.item = item
      self.count = UInt32(clamping: count)
      self.since = since
      self.error = error
    }
  }

  /// When the provider's changes were last pulled completely, in microseconds since 1970.
  package var lastPull: Int64?
  /// Number of downloads in progress.
  package var downloadCount: UInt32
  /// The first of them.
  package var downloads: [Download]
  /// The oldest of them, one for each kind of error.
  package var problems: [Problem]
  /// Whether only what programs wait for is transferred, since the network is metered.
  package var isMetered: Bool

  private static let mostDownloads = 32
  /// So many fit into a message, however long their texts are.
  private static let mostProblems = 8

  package init(
    lastPull: Int64? = nil, downloads: [Download] = [], problems: [Problem] = [], isMetered: Bool = false
  ) {
    self.isMetered = isMetered
    self.lastPull = lastPull
    downloadCount = UInt32(clamping: downloads.count)
    self.downloads = Array(downloads.prefix(Self.mostDownloads))
    self.problems = Array(problems.prefix(Self.mostProblems))
  }

  func write(to writer: inout PayloadWriter) {
    writer.add(lastPull ?? .min)
    writer.add(downloadCount)
    writer.add(UInt32(downloads.count))
    for download in downloads {
      writer.add(download.item.rawValue)
      writer.add(download.completed)
      writer.add(download.total)
    }
    writer.add(UInt32(problems.count))
    for problem in problems {
      writer.add((problem.item ?? .none).rawValue)
      writer.add(problem.count)
      writer.add(problem.since)
      problem.error.write(to: &writer)
    }
    writer.add(UInt8(isMetered ? 1 : 0))
  }

  /// - Throws: When it is not whole.
  init(_ reader: inout PayloadReader) throws(ProtocolError) {
    let pulled = try reader.number(Int64.self)
    lastPull = pulled == .min ? nil : pulled
    downloadCount = try reader.number()
    (downloads, problems, isMetered) = ([], [], false)
    let count = try reader.number(UInt32.self)
    guard count <= Self.mostDownloads else { throw ProtocolError("\(count) downloads") }
    for _ in 0..<count {
      let item = ItemID(rawValue: try reader.number())
      downloads.append(Download(item: item, completed: try reader.number(), total: try reader.number()))
    }
    let number = try reader.number(UInt32.self)
    guard number <= Self.mostProblems else { throw ProtocolError("\(number) problems") }
    for _ in 0..<number {
      let item = ItemID(rawValue: try reader.number())
      let (count, since) = (try reader.number(UInt32.self), try reader.number(Int64.self))
      problems.append(
        Problem(
          item: item == .none ? nil : item, count: Int(count), since: since, error: try SentError(&reader)))
    }
    // A program of an earlier version does not report that.
    if !reader.rest.isEmpty { isMetered = try reader.number(UInt8.self) != 0 }
  }
}
