import Foundation

/// What the server would be: an actor with entries in a file of the group's folder.
actor NoteServer {
  struct Note: Codable, Sendable, Identifiable {
    let id: String
    var parent: String
    var name: String
    var isFolder = false
    var contents = Data()
    var version = 1
    var rank = 0
  }

  struct Changes: Sendable {
    var updated: [Note]
    var deleted: [String]
    var rank: Int
  }

  private struct Stored: Codable {
    var notes: [String: Note] = [:]
    var deleted: [String: Int] = [:]
    var rank = 0
  }

  private let url: URL
  private var stored: Stored

  init(domain: String) {
    let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.org.example.async")!
    url = group.appending(component: domain + ".json")
    stored = (try? JSONDecoder().decode(Stored.self, from: Data(contentsOf: url))) ?? Stored()
  }

  var rank: Int { stored.rank }

  func note(_ id: String) throws -> Note {
    guard let note = stored.notes[id] else { throw ServerError.notFound }
    return note
  }

  func notes(in parent: String) -> [Note] {
    stored.notes.values.filter { $0.parent == parent }.sorted { $0.name < $1.name }
  }

  func changes(since rank: Int) throws -> Changes {
    guard rank <= stored.rank else { throw ServerError.expired }
    return Changes(
      updated: stored.notes.values.filter { $0.rank > rank },
      deleted: stored.deleted.filter { $0.value > rank }.map(\.key),
      rank: stored.rank)
  }

  func put(_ note: Note) async throws -> Note {
    try await Task.sleep(nanoseconds: 1_000_000)
    try Task.checkCancellation()
    var note = note
    stored.rank += 1
    note.rank = stored.rank
    note.version += 1
    stored.notes[note.id] = note
    try save()
    return note
  }

  func remove(_ id: String, recursive: Bool) throws {
    guard recursive || notes(in: id).isEmpty else { throw ServerError.notEmpty }
    for note in notes(in: id) { try remove(note.id, recursive: true) }
    guard stored.notes.removeValue(forKey: id) != nil else { return }
    stored.rank += 1
    stored.deleted[id] = stored.rank
    try save()
  }

  private func save() throws { try JSONEncoder().encode(stored).write(to: url, options: .atomic) }
}

enum ServerError: LocalizedError {
  case notFound
  case notEmpty
  case expired

  var errorDescription: String? { "The server says: \(self)." }

  var forSystem: NSFileProviderErrorCode {
    switch self {
    case .notFound: .noSuchItem
    case .notEmpty: .directoryNotEmpty
    case .expired: .syncAnchorExpired
    }
  }
}
