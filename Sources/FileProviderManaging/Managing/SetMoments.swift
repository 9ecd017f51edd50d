import FileProviderDomains
import FileProviderInterface
import FileProviderProgram
import FileProviderStore
import Foundation

/// The members of a set at some moments, so that later changes can be reported: evicted contents, for example, leave no trace in the log.
///
/// Each moment is a file in the store's folder, and an anchor is its name. The newest few are kept; the anchors of all others have expired.
struct SetMoments {
  /// The members by their identifiers, each with a number that differs when the member has changed.
  typealias Members = [ExactText: Int64]

  private struct Record: Codable {
    var identifiers: [String]
    var stamps: [Int64]
  }

  private let folder: URL
  private let prefix: String

  /// The maximum number of moments kept per set.
  static let mostKept = 8

  init(of name: String, _ store: ItemStore) throws {
    folder = try DomainFolder.make("provider.sets", in: store.directory)
    prefix = name + "-"
  }

  /// What the set had at a moment.
  ///
  /// - Throws: `syncAnchorExpired` where that is not known any more.
  func members(at anchor: NSFileProviderSyncAnchor) throws -> Members {
    // What is no name of ours is not looked for in the folder.
    guard let moment = UUID(uuidString: String(decoding: anchor.rawValue, as: UTF8.self)),
      let members = members(in: url(moment))
    else { throw NSFileProviderError(.syncAnchorExpired) }
    return members
  }

  /// The anchor of what the set has now: an older one where it had the same.
  func anchor(for members: Members) throws -> NSFileProviderSyncAnchor {
    let known = moments()
    if let newest = known.first, self.members(in: url(newest)) == members { return Self.anchor(newest) }
    let moment = UUID()
    let sorted = members.sorted { $0.key.text < $1.key.text }
    let record = Record(identifiers: sorted.map(\.key.text), stamps: sorted.map(\.value))
    try JSONEncoder().encode(record).write(to: url(moment), options: .atomic)
    for old in known.dropFirst(Self.mostKept - 1) { try? FileManager.default.removeItem(at: url(old)) }
    return Self.anchor(moment)
  }

  private static func anchor(_ moment: UUID) -> NSFileProviderSyncAnchor {
    NSFileProviderSyncAnchor(Data(moment.uuidString.utf8))
  }

  private func url(_ moment: UUID) -> URL { folder.appendingPathComponent(prefix + moment.uuidString) }

  private func members(in file: URL) -> Members? {
    guard let data = try? Data(contentsOf: file),
      let record = try? JSONDecoder().decode(Record.self, from: data), record.identifiers.count == record.stamps.count
    else { return nil }
    return Members(zip(record.identifiers.map(ExactText.init), record.stamps)) { $1 }
  }

  /// The stored moments, newest first.
  private func moments() -> [UUID] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let dated = names.compactMap { name -> (moment: UUID, date: Date)? in
      guard name.hasPrefix(prefix), let moment = UUID(uuidString: String(name.dropFirst(prefix.count))),
        let facts = try? FileManager.default.attributesOfItem(atPath: url(moment).path),
        let date = facts[.modificationDate] as? Date
      else { return nil }
      return (moment, date)
    }
    return dated.sorted { $0.date > $1.date }.map(\.moment)
  }
}
