import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Glibc
import LinuxSystem
import Logging

/// Marks what the desktop lists as recently used, and is below a mount, in the mount's domain. Runs on a thread of the
/// mount's process.
final class DesktopRecents {
  private let store: ItemStore
  private let mountpoint: String
  private let author: String
  private let logger: Logger
  private let folder: String
  private var lastComplaint: String?

  private static let fileName = "recently-used.xbel"
  /// Desktops write the list more than once for one document.
  private static let quiet: Int32 = 500
  /// Clocks are set back now and then; a date further in the future is not a use.
  private static let skew: Int64 = 60_000_000_000

  /// - Returns: `nil` where the list is itself below the mount: the process that serves a mount makes no calls on it.
  init?(_ store: ItemStore, mountpoint: String, author: String, logger: Logger) {
    folder = Environment.directory("XDG_DATA_HOME") ?? Environment.home + "/.local/share"
    guard !ItemPath.normalized(folder).starts(with: ItemPath.normalized(mountpoint)) else { return nil }
    self.store = store
    self.mountpoint = mountpoint
    self.author = author
    self.logger = logger
  }

  /// Begins to watch. The watch can be cancelled from any thread.
  func watch() -> FolderWatch? {
    let watch = FolderWatch(folder)
    if watch == nil {
      logger.notice("cannot watch \(folder): \(System.reason()); ignoring the desktop's recents")
    }
    return watch
  }

  /// Marks what is listed, now and whenever the list changes, until the watch is cancelled.
  func follow(_ watch: FolderWatch) {
    repeat { takeOver() } while watch.wait(for: Self.fileName, quietMilliseconds: Self.quiet)
  }

  private func takeOver() {
    guard let bytes = read() else { return }
    guard let bookmarks = BookmarkFile.bookmarks(in: bytes) else { return complain("malformed") }
    lastComplaint = nil
    let uses = bookmarks.compactMap { bookmark in
      FileLocation.names(of: bookmark.uri, below: mountpoint).map { (names: $0, time: bookmark.used) }
    }
    do throws(StoreError) { try mark(uses) } catch { complain("\(error)") }
  }

  /// The list, if there is one.
  private func read() -> [UInt8]? {
    let path = folder + "/" + Self.fileName
    // A pipe in its place must not keep us waiting.
    guard let descriptor = Descriptor(opening: path, O_RDONLY | O_NONBLOCK) else {
      if errno != ENOENT { complain(System.reason()) }
      return nil
    }
    var status = stat()
    guard fstat(descriptor.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      complain("not a regular file")
      return nil
    }
    guard status.st_size <= BookmarkFile.largest else {
      complain("larger than \(BookmarkFile.largest >> 20) MiB")
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = bytes.withUnsafeMutableBytes { pread(descriptor.number, $0.baseAddress, $0.count, 0) }
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  /// Logs each reason once, until the list has been valid again.
  private func complain(_ reason: String) {
    if lastComplaint != reason { logger.warning("ignoring \(folder)/\(Self.fileName): \(reason)") }
    lastComplaint = reason
  }

  /// Marks what was used since the list was last read: an item that was removed from the recents stays removed.
  private func mark(_ uses: [(names: [String], time: Timestamp)]) throws(StoreError) {
    let key = "desktop-recents " + mountpoint
    let known =
      try store.readCommitted { (reader) throws(StoreError) in try reader.setting(key) }.flatMap { Int64($0) } ?? .min
    let latest = Timestamp(rawValue: Timestamp.now.rawValue + Self.skew)
    let new = uses.filter { $0.time.rawValue >= known && $0.time <= latest }.sorted { $0.time < $1.time }
    guard let last = new.last?.time.rawValue else { return }
    try store.change(author: author) { (transaction) throws(StoreError) in
      let policy = try TreeReader(transaction.reader).recentsPolicy()
      let start = policy.start(at: transaction.time)
      for use in new where use.time >= start && policy.limit > 0 {
        guard let item = try transaction.reader.resolve(use.names.joined(separator: "/")) else { continue }
        try TreeEditor(transaction).markUsed(item.id, at: use.time)
      }
      try TreeEditor(transaction).trimRecents(to: policy)
      try transaction.changeSetting(key, to: String(last))
    }
  }
}
