import FileProviderSync

/// A folder `F` with one document, in a state of each side: one cell of the planner's table.
struct Scene {
  enum Local: String, CaseIterable { case same, edited, moved, deleted, created }
  enum Observed: String, CaseIterable { case same, edited, moved, gone, new }
  enum Open: String, CaseIterable { case none, unknown }

  static let folder = ItemNumber(1)
  static let document = ItemNumber(2)
  static let ours = Contents(hash: ContentsHash(1), size: 5)
  static let edited = Contents(hash: ContentsHash(2), size: 5)
  static let identifier = Identifier("#2")
  static let newcomer = Identifier("#9")

  /// The folder alone.
  static func beginning(hasTrash: Bool = false) -> Tables {
    var tables = Tables(machine: "m", hasTrash: hasTrash)
    let (folder, _) = (tables.nextNumber(), tables.nextNumber())
    tables.setLocal(folder, LocalItem(number: folder, place: Place(.root, "F"), kind: .folder))
    tables.setSynced(
      folder,
      Synced(
        identifier: Identifier("#1"), place: Place(.root, "F"), kind: .folder,
        version: Version(contents: 1, metadata: 1), moment: .zero))
    return tables
  }

  var tables: Tables

  init(_ local: Local, _ observed: Observed, _ open: Open = .none, in beginning: Tables = Self.beginning()) {
    tables = beginning
    let document = Self.document
    let place = Place(Self.folder, "a")
    let version = Version(contents: 1, metadata: 1)
    if local != .created {
      tables.setSynced(
        document,
        Synced(
          identifier: Self.identifier, place: place, kind: .document, version: version, contents: Self.ours,
          moment: .zero))
    }
    if local != .deleted {
      var item = LocalItem(number: document, place: place, kind: .document, contents: Self.ours)
      if local == .edited { item.contents = Self.edited }
      if local == .moved { item.place.name = "moved here" }
      tables.setLocal(document, item)
    }
    observe(observed)
    if open == .unknown { begin(local) }
  }

  private mutating func observe(_ observed: Observed) {
    var statement = Statement(
      identifier: Self.identifier, parent: Identifier("#1"), name: "a", kind: .document, size: 6,
      version: Version(contents: 1, metadata: 2), fields: Fields())
    switch observed {
    case .same: return
    case .edited: statement.version.contents = 2
    case .moved: statement.name = "moved there"
    case .gone:
      let asked = tables.next()
      return tables.observe(Self.identifier, .gone, asked: asked, from: .item)
    case .new: statement.identifier = Self.newcomer
    }
    let asked = tables.next()
    tables.observe(statement.identifier, .statement(statement), asked: asked, from: .change)
  }

  /// The call that the change here leads to was made, and its answer was lost.
  mutating func begin(_ local: Local) {
    var call = Call(
      number: Self.document, wish: .modify, kind: .document, identifier: Self.identifier,
      base: Version(contents: 1, metadata: 1))
    switch local {
    case .created:
      call = Call(
        number: Self.document, wish: .create, kind: .document, place: Place(Self.folder, "a"),
        parent: Identifier("#1"), snapshot: Self.ours)
    case .deleted: call.wish = .delete
    case .moved: call.place = Place(Self.folder, "moved here")
    case .same, .edited: call.snapshot = Self.edited
    }
    _ = tables.begin(call)
    tables.giveUp(Self.document)
  }
}
