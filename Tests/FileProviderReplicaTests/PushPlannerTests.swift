@testable import FileProviderStore
import Testing

@testable import FileProviderReplica

/// The order of calls, decided without a store.
@Suite struct PushPlannerTests {
  /// A tree here and at the provider, by number.
  private struct View: PushView {
    var records: [ItemID: ItemRecord] = [:]
    var agreements: [ItemID: SyncedFields] = [:]
    var rows: [ItemID: PendingRow] = [:]
    var written: Set<ItemID> = []
    var local: Set<ItemID> = []
    var itemsInCalls: [ItemID] = []
    var renumberedFolders: [ItemID] = []
    var chains = WaitingChains()
    /// What the provider has to be asked for.
    var stale: Set<ItemID> = []
    /// What the provider reports gone.
    var held: Set<ItemID> = []
    /// The folders in which something is being made.
    var foldersOfCreations: Set<ItemID> = []
    /// Where items are being put.
    var sent: [ItemID: (parent: Int64, name: String)] = [:]

    func record(of id: ItemID) -> ItemRecord? { records[id] }
    func isKnown(_ id: ItemID) -> Bool { agreements[id] != nil }
    func isBeingCreated(_ id: ItemID) -> Bool { rows[id]?.state == .calling && agreements[id] == nil }
    func isAnythingCreated(below folder: ItemID) -> Bool { foldersOfCreations.contains(folder) }
    func synced(of id: ItemID) -> SyncedFields? { agreements[id] }
    func pending(of id: ItemID) -> PendingRow? { rows[id] }
    func isStale(_ id: ItemID) -> Bool { stale.contains(id) }
    func mayBeGone(_ id: ItemID) -> Bool { held.contains(id) }
    func isOpenForWriting(_ id: ItemID) -> Bool { written.contains(id) }
    func isLocal(_ id: ItemID) -> Bool { local.contains(id) }
    func isLocalByName(_ record: ItemRecord) -> Bool { record.name.spelling == ".lock" }

    func pendingItem(at parent: ItemID, _ name: FileName, except id: ItemID) -> PendingRow? {
      rows.values.first { $0.oldParent == parent && $0.oldName == name && $0.item != id }
    }

    func isAnythingSent(to parent: ItemID, _ name: FileName, except id: ItemID) -> Bool {
      sent.contains { $0.key != id && ItemID(rawValue: $0.value.parent) == parent && $0.value.name == name.spelling }
    }

    func pendingItem(in folder: ItemID) -> PendingRow? { rows.values.first { $0.oldParent == folder } }

    func child(of folder: ItemID, named name: FileName) -> ItemAttributes? {
      records.values.first { $0.parent == folder && $0.name == name }?.attributes
    }

    func differences(_ record: ItemRecord, _ synced: SyncedFields, among fields: ChangedFields) -> ChangedFields {
      var found = fields.intersection([.contents, .tags])
      if record.name != synced.name { found.insert(.filename) }
      if record.parent != synced.parent { found.insert(.parent) }
      return found.intersection(fields)
    }

    func isItem(_ id: ItemID, atOrBelow folder: ItemID) -> Bool {
      var current = id
      while current != folder {
        guard let record = records[current] else { return false }
        current = record.parent
      }
      return true
    }

    /// Puts an item here, at the provider, or at both; where it differs, it waits.
    mutating func put(
      _ number: Int64, here: (parent: Int64, name: String)?, there: (parent: Int64, name: String)?,
      kind: ItemKind = .file, _ fields: ChangedFields = .pushable
    ) {
      let id = ItemID(rawValue: number)
      var row = PendingRow(item: id, at: Generation(rawValue: number), since: 0, noted: 0)
      row.fields = fields
      if let here {
        records[id] = Self.record(number, here, kind)
      }
      if let there {
        var synced = SyncedFields(Self.record(number, there, kind))
        synced.generation = .zero
        agreements[id] = synced
        row.oldParent = synced.parent
        row.oldName = synced.name
      }
      if here?.parent != there?.parent || here?.name != there?.name || !fields.isDisjoint(with: [.contents, .tags]) {
        rows[id] = row
      }
    }

    private static func record(_ number: Int64, _ place: (parent: Int64, name: String), _ kind: ItemKind) -> ItemRecord
    {
      let time = Timestamp(rawValue: 0)
      let attributes = ItemAttributes(
        id: ItemID(rawValue: number), parent: ItemID(rawValue: place.parent), kind: kind, mode: 0o644, owner: 0,
        group: 0, size: 0, modified: time, changed: time, accessed: time, created: time, flags: [], content: nil,
        subfolders: 0, entered: .zero, lastChange: Generation(rawValue: number))
      return ItemRecord(attributes: attributes, name: FileName(unchecked: place.name))
    }

    func step(_ number: Int64, waitsForWriters: Bool = true) throws(StoreError) -> PushPlanner<View>.Step {
      let id = ItemID(rawValue: number)
      var view = self
      view.chains = WaitingChains()
      let planner = PushPlanner(view: view, waitsForWriters: waitsForWriters)
      return try planner.step(for: rows[id] ?? PendingRow(item: id, at: .zero, since: 0, noted: 0))
    }
  }

  private static func id(_ number: Int64) -> ItemID { ItemID(rawValue: number) }
  private static let moved: ChangedFields = [.filename, .parent]

  /// A new item waits for the folder it is in, and is made when that is there.
  @Test func `parents come first`() throws {
    var view = View()
    view.put(2000, here: (1, "folder"), there: nil, kind: .folder)
    view.put(2001, here: (2000, "file"), there: nil)
    #expect(try view.step(2000) == .create)
    #expect(try view.step(2001) == .wait(for: Self.id(2000)))
    view.put(2000, here: (1, "folder"), there: (1, "folder"), kind: .folder, [])
    #expect(try view.step(2001) == .create)
  }

  /// Where items are named by path, what is made there would answer to the other's identifier.
  @Test func `nothing gets a place where another item is just being put`() throws {
    var view = View()
    view.put(2000, here: (1, "other"), there: (1, "old"), [.filename])
    view.sent[Self.id(2000)] = (1, "file")
    view.put(2001, here: (1, "file"), there: nil)
    view.put(2002, here: (1, "file"), there: (1, "document"), [.filename])
    #expect(try view.step(2001) == .later && view.step(2002) == .later)
    #expect(try view.step(2000) == .modify(.filename, keeping: []))
    view.sent = [:]
    #expect(try view.step(2001) == .create && view.step(2002) == .modify(.filename, keeping: []))
  }

  @Test(arguments: [2, 100, 1000]) func `names that go round in a circle are untangled`(_ count: Int64) throws {
    var view = View()
    for number in 0..<count {
      view.put(2000 + number, here: (1, "\((number + 1) % count)"), there: (1, "\(number)"), [.filename])
    }
    #expect(try view.step(2000) == .moveAside(Self.id(2001)))
    view.rows[Self.id(2001)]?.state = .parked
    #expect(try view.step(2000) == .waitForName(of: Self.id(2001)), "what the provider refuses to move is in the way")
  }

  /// What moves into a new folder waits for it; what else changed of it goes along.
  @Test func `a move waits for its new folder`() throws {
    var view = View()
    view.put(2000, here: (1, "folder"), there: nil, kind: .folder)
    view.put(2001, here: (2000, "file"), there: (1, "file"), [.parent, .tags])
    #expect(try view.step(2001) == .wait(for: Self.id(2000)))
    view.put(2000, here: (1, "folder"), there: (1, "folder"), kind: .folder, [])
    #expect(try view.step(2001) == .modify([.parent, .tags], keeping: []))
  }

  /// What leaves a folder may take the folder's own name while the folder is deleted: the folder gives it up first.
  @Test func `a folder that is deleted gives up its name to what was in it`() throws {
    var view = View()
    view.put(2000, here: nil, there: (1, "folder"), kind: .folder)
    view.put(2001, here: (1, "folder"), there: (2000, "file"), Self.moved)
    #expect(try view.step(2000) == .moveAside(Self.id(2000)))
    #expect(try view.step(2001) == .moveAside(Self.id(2000)))
  }

  /// A folder is deleted when nothing of it is there any more.
  @Test func `a deletion waits for what leaves the folder`() throws {
    var view = View()
    view.put(2000, here: nil, there: (1, "folder"), kind: .folder)
    view.put(2001, here: nil, there: (2000, "gone"))
    #expect(try view.step(2000) == .wait(for: Self.id(2001)))
    #expect(try view.step(2001) == .delete)
    view.rows[Self.id(2001)] = nil
    #expect(try view.step(2000) == .delete)
    #expect(try view.step(9999) == .forget)
  }

  /// A name is taken when it is free; in a circle one item is moved aside.
  @Test func `names are taken when they are free`() throws {
    var view = View()
    view.put(2000, here: (1, "b"), there: (1, "a"), .filename)
    view.put(2001, here: (1, "c"), there: (1, "b"), .filename)
    #expect(try view.step(2000) == .waitForName(of: Self.id(2001)))
    #expect(try view.step(2001) == .modify(.filename, keeping: []))
    view.put(2001, here: (1, "a"), there: (1, "b"), .filename)
    #expect(try view.step(2000) == .moveAside(Self.id(2001)))
    #expect(try view.step(2001) == .moveAside(Self.id(2000)))
    // One that may be elsewhere by now stays until the provider was asked for it.
    view.stale = [Self.id(2001)]
    #expect(try view.step(2000) == .waitForName(of: Self.id(2001)))
    view.put(2002, here: (1, "d"), there: nil)
    view.put(2003, here: nil, there: (1, "d"))
    #expect(try view.step(2002) == .waitForName(of: Self.id(2003)))
  }

  /// A folder that goes into one that was in it waits until that is out.
  @Test func `folders that change places do not end up in themselves`() throws {
    var view = View()
    view.put(2000, here: (2001, "outer"), there: (1, "outer"), kind: .folder, Self.moved)
    view.put(2001, here: (1, "inner"), there: (2000, "inner"), kind: .folder, Self.moved)
    #expect(try view.step(2000) == .wait(for: Self.id(2001)))
    #expect(try view.step(2001) == .modify(.parent, keeping: []))
    // Also where the one that leaves wants the name of the other one.
    view.put(2001, here: (1, "outer"), there: (2000, "inner"), kind: .folder, Self.moved)
    #expect(try view.step(2000) == .moveAside(Self.id(2000)))
    #expect(try view.step(2001) == .moveAside(Self.id(2000)))
  }

  /// A document that was renamed to be a backup gives what the provider knows to the one that has its name.
  @Test func `a backup is new`() throws {
    var view = View()
    view.put(2000, here: (1, "doc~"), there: (1, "doc"), .filename)
    view.put(2001, here: (1, "doc"), there: nil)
    #expect(try view.step(2000) == .transfer(from: Self.id(2000), to: Self.id(2001)))
    #expect(try view.step(2001) == .transfer(from: Self.id(2000), to: Self.id(2001)))
    // One that went elsewhere is no backup.
    view.put(2003, here: (1, "folder"), there: (1, "folder"), kind: .folder, [])
    view.put(2000, here: (2003, "doc"), there: (1, "doc"), Self.moved)
    #expect(try view.step(2001) == .waitForName(of: Self.id(2000)))
    #expect(try view.step(2000) == .modify(.parent, keeping: []))
  }

  /// If it is removed, a new document inherits nothing, and is created.
  @Test func `a new document does not inherit the identity of one that may be gone`() throws {
    var view = View()
    view.put(2000, here: (1, "doc~"), there: (1, "doc"), .filename)
    view.put(2001, here: (1, "doc"), there: nil)
    view.held = [Self.id(2000)]
    #expect(try view.step(2001) == .waitForName(of: Self.id(2000)))
  }

  /// The provider would answer that there is no such item, again and again.
  @Test func `an item that may be gone is not moved aside`() throws {
    var view = View()
    view.put(2000, here: (1, "b"), there: (1, "a"), .filename)
    view.put(2001, here: (1, "a"), there: (1, "b"), .filename)
    #expect(try view.step(2000) == .moveAside(Self.id(2001)))
    view.held = [Self.id(2001)]
    #expect(try view.step(2000) == .waitForName(of: Self.id(2001)))
  }

  /// The first attempt may have made it where it was then.
  @Test func `a creation waits while another item is moved to the place that was sent before`() throws {
    var view = View()
    view.put(2000, here: (1, "new"), there: nil)
    view.rows[Self.id(2000)]?.options = .mayAlreadyExist
    view.rows[Self.id(2000)]?.oldParent = .root
    view.rows[Self.id(2000)]?.oldName = FileName(unchecked: "old")
    #expect(try view.step(2000) == .create)
    view.sent[Self.id(2001)] = (1, "old")
    #expect(try view.step(2000) == .later)
  }

  /// What a program writes waits, unless it has waited for long; a new name does not.
  @Test func `documents that are written wait`() throws {
    var view = View()
    view.put(2000, here: (1, "new"), there: nil)
    view.put(2001, here: (1, "b"), there: (1, "a"), .filename)
    view.put(2002, here: (1, "c"), there: (1, "c"), .contents)
    view.written = [Self.id(2000), Self.id(2001), Self.id(2002)]
    #expect(try view.step(2000) == .later)
    #expect(try view.step(2001) == .modify(.filename, keeping: []))
    #expect(try view.step(2002) == .later)
    #expect(try view.step(2000, waitsForWriters: false) == .create)
  }

  /// What is in a local folder stays here, and so does what no provider holds; an item that was moved into one stays where it was, there.
  @Test func `local things stay local`() throws {
    var view = View()
    view.put(2000, here: (1, "Rescued"), there: nil, kind: .folder)
    view.local = [Self.id(2000)]
    #expect(try view.step(2000) == .keepLocal)
    view.rows[Self.id(2000)]?.state = .local
    view.put(2001, here: (2000, "file"), there: nil)
    view.put(2002, here: (1, "pipe"), there: nil, kind: .fifo)
    view.put(2003, here: (2000, "known"), there: (1, "known"), [.parent, .tags])
    #expect(try view.step(2001) == .keepLocal)
    #expect(try view.step(2002) == .keepLocal)
    #expect(try view.step(2003) == .modify(.tags, keeping: .parent))
  }

  @Test func `what a program keeps for itself stays here by its name, unless the provider knows or may have it`() throws
  {
    var view = View()
    view.put(2000, here: (1, ".lock"), there: nil)
    view.put(2001, here: (1, ".lock"), there: (1, "document"), .filename)
    #expect(try view.step(2000) == .keepLocal)
    #expect(try view.step(2001) == .modify(.filename, keeping: []))
    var another = View()
    another.put(2000, here: (1, ".lock"), there: nil)
    another.rows[Self.id(2000)]?.state = .calling
    #expect(try another.step(2000) == .create)
  }

  /// While a folder is in a call, and until the identifiers in it are known again, nothing below it is sent.
  @Test func `nothing is sent below a folder that is in a call`() throws {
    var view = View()
    view.put(2000, here: (1, "folder"), there: (1, "old"), kind: .folder, .filename)
    view.put(2001, here: (2000, "file"), there: (2000, "file"), .tags)
    view.put(2002, here: nil, there: (2000, "gone"))
    view.itemsInCalls = [Self.id(2000)]
    #expect(try view.step(2001) == .later)
    #expect(try view.step(2002) == .later)
    view.itemsInCalls = [Self.id(2001)]
    #expect(try view.step(2000) == .later)
    view.itemsInCalls = []
    view.renumberedFolders = [Self.id(2000)]
    #expect(try view.step(2001) == .later)
    #expect(try view.step(2002) == .later)
    #expect(try view.step(2000) == .later)
    view.renumberedFolders = []
    #expect(try view.step(2000) == .modify(.filename, keeping: []))
  }

  /// What was moved out of a folder has the identifier that it has there until the provider knows.
  @Test func `what was in a folder at the provider waits for the folder, wherever it is here`() throws {
    var view = View()
    view.put(2000, here: (1, "folder"), there: (1, "old"), kind: .folder, .filename)
    view.put(2001, here: (1, "file"), there: (2000, "file"), .parent)
    view.itemsInCalls = [Self.id(2000)]
    #expect(try view.step(2001) == .later)
    view.itemsInCalls = [Self.id(2001)]
    #expect(try view.step(2000) == .later)
    view.itemsInCalls = []
    view.renumberedFolders = [Self.id(2000)]
    #expect(try view.step(2001) == .later)
    view.renumberedFolders = []
    #expect(try view.step(2001) == .modify(.parent, keeping: []))
  }

  /// It is looked for at the place that was sent, which the folder would take along.
  @Test func `a folder does not move while something may have been made in it`() throws {
    var view = View()
    view.put(2000, here: (1, "folder"), there: (1, "old"), kind: .folder, [.filename, .tags])
    view.foldersOfCreations = [Self.id(2000)]
    #expect(try view.step(2000) == .later)
    view.foldersOfCreations = []
    #expect(try view.step(2000) == .modify([.filename, .tags], keeping: []))
    view.put(2001, here: (1, "a"), there: (1, "b"), kind: .folder, Self.moved)
    view.put(2002, here: (1, "b"), there: (1, "a"), kind: .folder, Self.moved)
    #expect(try view.step(2001) == .moveAside(Self.id(2002)))
    view.foldersOfCreations = [Self.id(2002)]
    #expect(try view.step(2001) == .later)
  }

  /// What is equal to the provider's again is not sent.
  @Test func `what is as it was is forgotten`() throws {
    var view = View()
    view.put(2000, here: (1, "a"), there: (1, "a"), .filename)
    #expect(try view.step(2000) == .forget)
  }
}
