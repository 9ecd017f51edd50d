import FileProvider
import Foundation

/// The items of a folder by their paths, and listings of all of them: the one that an anchor stands for is compared with the present one. The last
/// listings are kept on the disk, so that anchors outlive this process.
final class FolderChanges {
  /// The versions of all items by their paths.
  typealias Listing = [String: String]

  let folder: DiskFolder
  private var number = 0
  private var last: Listing = [:]
  /// What this provider was about to change itself, with the number of the listing before: what came and went between two looks is in no listing.
  private var own: [(number: Int, path: String)] = []
  /// The checksums of documents by their stamps.
  private var checksums: [String: String] = [:]

  init(_ folder: DiskFolder) {
    self.folder = folder
    number = kept.max() ?? 0
    last = listing(NSFileProviderSyncAnchor(Data(String(number).utf8))) ?? [:]
    let lines = (try? String(contentsOf: ownFile, encoding: .utf8)) ?? ""
    // A line that was not written whole is the last one, and nothing was changed then.
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2, let before = Int(parts[0]), isKept(before) { own.append((before, String(parts[1]))) }
    }
    try? Data(own.map { "\($0.number) \($0.path)\n" }.joined().utf8).write(to: ownFile, options: .atomic)
  }

  private var ownFile: URL { folder.notes.appendingPathComponent("own") }

  /// Whether somebody may still have an anchor of a listing.
  private func isKept(_ listing: Int) -> Bool { listing >= number - 20 }

  /// Notes that this provider is about to change what is at a path, and below it.
  func willChange(_ path: String) {
    own.append((number, path))
    guard let file = FileHandle(forAppendingTo: ownFile.path) else { return }
    try? file.write(contentsOf: Data("\(number) \(path)\n".utf8))
    try? file.close()
  }

  /// What this provider has changed itself since a listing.
  func ownChanges(since anchor: NSFileProviderSyncAnchor) -> Set<String> {
    let number = Int(String(decoding: anchor.rawValue, as: UTF8.self)) ?? 0
    return Set(own.lazy.filter { $0.number >= number }.map(\.path))
  }

  /// Whether something has changed since the last anchor was given out.
  var hasNews: Bool { present() != last }

  func item(_ path: String) -> StoredItem? {
    guard let facts = folder.facts(path) else { return nil }
    let parent = DiskFolder.folder(of: path)
    return StoredItem(
      facts, identifier: NSFileProviderItemIdentifier(path: path), parent: NSFileProviderItemIdentifier(path: parent),
      filename: path.isEmpty ? folder.root.lastPathComponent : DiskFolder.name(of: path),
      contentVersion: contentVersion(of: path, facts), metadataVersion: facts.metadata)
  }

  /// The anchor for what is there now.
  func current() -> (anchor: NSFileProviderSyncAnchor, listing: Listing) {
    let listing = present()
    if number == 0 || listing != last {
      (number, last) = (number + 1, listing)
      try? JSONEncoder().encode(listing).write(to: url(number), options: .atomic)
      for old in kept where !isKept(old) { try? FileManager.default.removeItem(at: url(old)) }
      own.removeAll { !isKept($0.number) }
    }
    return (NSFileProviderSyncAnchor(Data(String(number).utf8)), listing)
  }

  /// What was there at an anchor; `nil` when that is not known any more.
  func listing(_ anchor: NSFileProviderSyncAnchor) -> Listing? {
    guard let number = Int(String(decoding: anchor.rawValue, as: UTF8.self)),
      let data = try? Data(contentsOf: url(number))
    else { return nil }
    return try? JSONDecoder().decode(Listing.self, from: data)
  }

  /// The paths of all that may have been shown since an anchor: what came after it and has gone is in neither its listing nor the present one.
  func shown(since anchor: NSFileProviderSyncAnchor) -> Set<String> {
    let number = Int(String(decoding: anchor.rawValue, as: UTF8.self)) ?? 0
    return kept.filter { $0 >= number }.reduce(into: ownChanges(since: anchor)) { paths, number in
      paths.formUnion(listing(NSFileProviderSyncAnchor(Data(String(number).utf8)))?.keys.map { $0 } ?? [])
    }
  }

  private func url(_ number: Int) -> URL { folder.notes.appendingPathComponent("listing-\(number)") }

  private var kept: [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.notes.path)) ?? []
    return names.compactMap { $0.hasPrefix("listing-") ? Int($0.dropFirst(8)) : nil }
  }

  private func present() -> Listing {
    let listing = look()
    // What is moved while it is looked for is found the second time.
    return last.keys.allSatisfy { listing[$0] != nil } ? listing : look()
  }

  private func look() -> Listing {
    var listing: Listing = [:]
    for path in folder.paths() {
      guard let facts = folder.facts(path) else { continue }
      listing[path] =
        contentVersion(of: path, facts) + " " + (facts.kind == .folder ? "\(facts.permissions)" : facts.metadata)
    }
    // What was missing because the folder is away is not gone.
    return folder.isThere ? listing : last
  }

  /// Documents are told apart by a checksum of their contents.
  private func contentVersion(of path: String, _ facts: FileFacts) -> String {
    guard facts.kind == .document else { return facts.kind.rawValue }
    if let known = checksums[facts.stamp] { return known }
    let data = (try? Data(contentsOf: folder.url(path))) ?? Data()
    let sum = data.withUnsafeBytes { bytes in
      var sum: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return sum
    }
    let version = "\(sum) \(data.count)"
    checksums[facts.stamp] = version
    return version
  }
}

extension FileHandle {
  fileprivate convenience init?(forAppendingTo path: String) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    self.init(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
