import TestSupport
import Testing

@testable import FileProviderStore

/// How much goes with what a provider says is gone, in trees of any shape.
@Suite struct MassDeletionCountTests {
  /// Some items in folders, moved about, so that many are in folders that are newer than they are. Some were made here.
  private struct Tree {
    let temporary: TemporaryStore
    var parents: [ItemID: ItemID] = [:]
    var parentsThere: [ItemID: ItemID] = [:]
    var provided: Set<ItemID> = []
    var folders: [ItemID] = []

    init(_ random: inout SeededGenerator) throws {
      temporary = try TemporaryStore()
      var tree = (parents: parents, parentsThere: parentsThere, provided: provided, folders: [ItemID.root])
      try temporary.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
        for number in 0..<400 {
          let parent = tree.folders.randomElement(using: &random) ?? .root
          let kind = Int.random(in: 0..<4, using: &random) == 0 ? ItemKind.folder : .file
          let isProvided = Int.random(in: 0..<10, using: &random) != 0
          let id: ItemID
          if isProvided {
            id = try ApplyingEditor(transaction).apply(
              ProvidedItem(identifier: "\(number)", parent: "", filename: "\(number)", kind: kind), in: parent)
            tree.provided.insert(id)
          } else {
            let name = FileName(unchecked: "\(number)")
            id = try TreeEditor(transaction).create(
              NewItem(parent: parent, name: name, kind: kind, mode: 0o700, owner: 0, group: 0)
            ).id
          }
          (tree.parents[id], tree.parentsThere[id]) = (parent, parent)
          if kind == .folder { tree.folders.append(id) }
        }
        for _ in 0..<100 {
          guard let id = tree.parents.keys.sorted().randomElement(using: &random),
            let parent = tree.folders.randomElement(using: &random),
            !sequence(first: parent, next: { tree.parents[$0] }).contains(id),
            let name = try transaction.reader.record(id)?.name
          else { continue }
          tree.parents[id] = parent
          if tree.provided.contains(id), Bool.random(using: &random) {
            // The provider reports it.
            let identifier = try ProvidedReader(transaction.reader).provided(id)?.identifier ?? ""
            let kind = tree.folders.contains(id) ? ItemKind.folder : .file
            _ = try ApplyingEditor(transaction).apply(
              ProvidedItem(identifier: identifier, parent: "", filename: identifier, kind: kind), in: parent)
            tree.parentsThere[id] = parent
          } else {
            try TreeEditor(transaction).move(id, to: parent, name: name)
          }
        }
      }
      (parents, parentsThere, provided, folders) = tree
    }

    /// Those of the provider's that are in the trees of some items, without what was moved here into them from elsewhere, with all that is in it.
    func goneWith(_ roots: Set<ItemID>) -> Set<ItemID> {
      provided.filter { id in
        for item in sequence(first: id, next: { parents[$0] }) {
          if roots.contains(item) { return true }
          let there = provided.contains(item) ? parentsThere[item] : parents[item]
          if there != parents[item],
            !sequence(first: there ?? .root, next: { parents[$0] }).contains(where: roots.contains)
          {
            return false
          }
        }
        return false
      }
    }

    /// The same without what the provider does not have in such a folder: it was moved here, or is in one that was made here.
    func heldWith(_ roots: Set<ItemID>) -> Set<ItemID> {
      var held = roots
      var count = 0
      while count < held.count {
        count = held.count
        held.formUnion(
          provided.filter { id in [parents, parentsThere].allSatisfy { $0[id].map(held.contains) ?? false } })
      }
      return held
    }
  }

  @Test(arguments: 0..<4) func `each item counts once, and all of them are held`(run: Int) throws {
    var random = SeededGenerator(seed: RandomSeed.choose(run: run))
    let tree = try Tree(&random)
    let store = tree.temporary.store
    let roots = Set(tree.provided.sorted().shuffled(using: &random).prefix(Int.random(in: 1...120, using: &random)))
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      for id in roots { try ReplicationEditor(transaction).noteGone(id) }
    }
    let gone = tree.goneWith(roots)
    // What is here is counted no further than it matters.
    let mass = MassDeletion(gone: Int64(gone.count), listed: Int64(min(tree.provided.count, 4 * gone.count)))
    let counted = try store.readCommitted { (reader) throws(StoreError) in try MassDeletionReader(reader).massDeletion()
    }
    #expect(counted == (gone.count > MassDeletion.harmless ? mass : MassDeletion(gone: 0, listed: 0)))
    let other = try #require(tree.provided.sorted().randomElement(using: &random))
    let more = tree.goneWith(roots.union([other])).count
    if more > MassDeletion.harmless {
      #expect(
        try store.readCommitted { (reader) throws(StoreError) in
          try MassDeletionReader(reader).massDeletion(with: other).gone
        }
          == Int64(more))
    }
    #expect(try store.decideOnDeletions(.standard) == (mass.isHeld ? mass : nil))
    let states = try store.readCommitted { (reader) throws(StoreError) in
      Set(try ProvidedReader(reader).heldItems(mass.isHeld ? .held : .accepted, limit: .max))
    }
    #expect(states == (mass.isHeld ? tree.heldWith(roots) : roots))
  }

  /// Some documents in the root, and a folder with others; some of the first are gone.
  private func flat(_ count: Int, gone: Int, inFolder others: Int = 0) throws -> (
    temporary: TemporaryStore, ids: [ItemID], folder: ItemID
  ) {
    let temporary = try TemporaryStore()
    var (ids, folder) = ([ItemID](), ItemID.none)
    try temporary.store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      func add(_ name: String, _ kind: ItemKind, in parent: ItemID) throws(StoreError) -> ItemID {
        try ApplyingEditor(transaction).apply(
          ProvidedItem(identifier: name, parent: "", filename: name, kind: kind), in: parent)
      }
      folder = try add("folder", .folder, in: .root)
      for number in 0..<others { _ = try add("other \(number)", .file, in: folder) }
      for number in 0..<count { ids.append(try add("\(number)", .file, in: .root)) }
      for id in ids.prefix(gone) { try ReplicationEditor(transaction).noteGone(id) }
    }
    return (temporary, ids, folder)
  }

  /// Decides, and does something else as soon as an item is accepted.
  private func decide(
    _ store: ItemStore, when id: ItemID, _ meanwhile: (Transaction) throws(StoreError) -> Void
  ) throws -> MassDeletion? {
    var isDone = false
    var failure: (any Error)?
    let mass = try store.decideOnDeletions(.standard) {
      do {
        let state = try store.readCommitted { (reader) throws(StoreError) in
          try ProvidedReader(reader).heldState(of: id)
        }
        if state == .accepted, !isDone {
          isDone = true
          try store.changeAsProvider(.standard, meanwhile)
        }
      } catch { failure = error }
      return false
    }
    if let failure { throw failure }
    #expect(isDone)
    return mass
  }

  /// 240 of 2 001 may go, and 300 more while they are accepted: together that is more than a quarter.
  @Test func `what is said while others are accepted counts together with them`() throws {
    let (temporary, ids, _) = try flat(2000, gone: 240)
    let mass = try decide(temporary.store, when: ids[0]) { (transaction) throws(StoreError) in
      for id in ids[240..<540] { try ReplicationEditor(transaction).noteGone(id) }
    }
    #expect(mass == MassDeletion(gone: 340, removed: 200, listed: 1801))
    try temporary.store.readCommitted { (reader) throws(StoreError) in
      #expect(try ProvidedReader(reader).heldItems(.held, limit: .max) == Array(ids[200..<540]))
    }
  }

  /// One item is released, and a folder with very many is said to be gone instead.
  @Test func `what is said while others are accepted counts even where others were released`() throws {
    let (temporary, ids, folder) = try flat(2000, gone: 240, inFolder: 500)
    let mass = try decide(temporary.store, when: ids[0]) { (transaction) throws(StoreError) in
      try MassDeletionEditor(transaction).withdrawHeldDeletion(of: ids[239], in: .root)
      try ReplicationEditor(transaction).noteGone(folder)
    }
    #expect(mass == MassDeletion(gone: 540, removed: 200, listed: 2301))
    try temporary.store.readCommitted { (reader) throws(StoreError) in
      #expect(try ProvidedReader(reader).heldState(of: folder) == .held)
    }
  }

  @Test func `what a user has not been told of is not decided`() throws {
    let (temporary, ids, _) = try flat(500, gone: 400)
    let store = temporary.store
    func held() throws -> HeldDeletions? {
      try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).heldDeletions() }
    }
    func lose(_ id: ItemID) throws {
      try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
        try ReplicationEditor(transaction).noteGone(id)
      }
      #expect(try store.decideOnDeletions(.standard) != nil)
    }
    #expect(try store.decideOnDeletions(.standard)?.gone == 400)
    let first = try #require(try held())
    try lose(ids[400])
    let second = try #require(try held())
    // As many as before, but others.
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try transaction.deleteRows(of: ids[0], .release)
    }
    try lose(ids[401])
    let third = try #require(try held())
    #expect((first.items, second.items, third.items) == (400, 401, 401))
    var ofSameTimes = second
    ofSameTimes.last = third.last
    for seen in [first, second, ofSameTimes] {
      for state in [HeldState.accepted, .restoring] {
        #expect(try store.decideOnHeldDeletions(state, seen: seen) == nil)
      }
    }
    #expect(try held() == third)
    #expect(try store.beginDecision(.restoring, seen: third) == third)
    #expect(try store.beginDecision(.accepted, seen: third) == nil, "the user has decided already")
    #expect(try store.decideOnHeldDeletions(.restoring) == third)
    #expect(try store.decideOnHeldDeletions(.accepted, seen: third) == nil)
  }

  /// The user has accepted nearly all, and a process was killed before it was removed. Little is reported since.
  @Test func `what a user has accepted does not count with what is reported later`() throws {
    let (temporary, ids, _) = try flat(500, gone: 400)
    let store = temporary.store
    #expect(try store.decideOnDeletions(.standard)?.gone == 400)
    #expect(try store.decideOnHeldDeletions(.accepted)?.items == 400)
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).noteGone(ids[400])
    }
    let mass = try decide(store, when: ids[400]) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).noteGone(ids[401])
    }
    #expect(mass == nil)
    try store.carryOutDeletions(.standard)
    try store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.item(ids[401]) == nil)
      #expect(try reader.item(ids[402]) != nil)
      #expect(try !ProvidedReader(reader).isAnythingHeld())
    }
  }

  /// However slowly they go: the sum of a day counts, and what a user accepts begins it anew.
  @Test func `what went before counts with what is said later`() throws {
    let (temporary, ids, _) = try flat(99, gone: 0)
    let store = temporary.store
    func remove(_ id: ItemID) throws {
      try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
        #expect(try MassDeletionEditor(transaction).removeGone(id, limit: .max))
      }
    }
    func isHere(_ id: ItemID) throws -> Bool {
      try store.readCommitted { (reader) throws(StoreError) in try reader.item(id) } != nil
    }
    for id in ids[0..<25] {
      try remove(id)
      #expect(try !isHere(id))
    }
    try remove(ids[25])
    #expect(try isHere(ids[25]), "26 of 100 are more than a quarter")
    #expect(try store.decideOnDeletions(.standard) == MassDeletion(gone: 1, removed: 25, listed: 75))
    #expect(try store.decideOnHeldDeletions(.accepted)?.items == 1)
    try store.carryOutDeletions(.standard)
    #expect(try !isHere(ids[25]))
    try remove(ids[26])
    #expect(try !isHere(ids[26]))
  }

  /// A provider that loses one item after the other may lose more of them when the user has restored those that were reported.
  @Test func `what goes after a mass deletion was restored counts with it until the user accepts`() throws {
    let (temporary, ids, _) = try flat(99, gone: 30)
    let store = temporary.store
    #expect(try store.decideOnDeletions(.standard)?.gone == 30)
    #expect(try store.decideOnHeldDeletions(.restoring)?.items == 30)
    try store.carryOutDeletions(.standard)
    func remove(_ id: ItemID) throws {
      try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
        try ReplicationEditor(transaction).noteGone(id)
      }
    }
    func isHere(_ id: ItemID) throws -> Bool {
      try store.readCommitted { (reader) throws(StoreError) in try reader.item(id) } != nil
    }
    try remove(ids[30])
    let mass = try store.decideOnDeletions(.standard)
    #expect(mass?.gone == 1 && mass?.restored == 30, "\(mass as Any)")
    try store.carryOutDeletions(.standard)
    #expect(try isHere(ids[30]))
    #expect(try store.decideOnHeldDeletions(.accepted)?.items == 1)
    try store.carryOutDeletions(.standard)
    #expect(try !isHere(ids[30]))
    try remove(ids[31])
    #expect(try store.decideOnDeletions(.standard) == nil)
    try store.carryOutDeletions(.standard)
    #expect(try !isHere(ids[31]))
  }

  /// The provider has it where it was, and there it stays.
  @Test func `what was moved here into a folder that is gone does not count with it`() throws {
    let (temporary, ids, folder) = try flat(60, gone: 0)
    let store = temporary.store
    try store.change(author: "program") { (transaction) throws(StoreError) in
      try transaction.setFlags(.unlisted, false, of: folder)
      for id in ids[0..<30] {
        guard let name = try transaction.reader.record(id)?.name else { continue }
        try TreeEditor(transaction).move(id, to: folder, name: name)
      }
    }
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).noteGone(folder)
    }
    #expect(try store.decideOnDeletions(.standard) == nil)
    try store.carryOutDeletions(.standard)
    try store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.item(folder) == nil)
      let parents = try ids.map { (id) throws(StoreError) in try reader.item(id)?.parent }
      #expect(Set(parents) == [.root])
      #expect(try MassDeletionReader(reader).recentlyRemoved() == 1)
    }
  }

  /// The items in a folder are found before they are noted, and the user may decide on the folder in between.
  @Test func `what is in a folder that is to be made again is not taken for gone by itself`() throws {
    let (temporary, _, folder) = try flat(0, gone: 0, inFolder: 30)
    let store = temporary.store
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).noteGone(folder)
      try MassDeletionEditor(transaction).decide(.held, on: folder)
    }
    var walk = ItemsBelowGone(.absent ... .held)
    let found = try store.readCommitted { (reader) throws(StoreError) in try walk.next(reader, limit: 100) }
    #expect(found.count == 30)
    #expect(try store.decideOnHeldDeletions(.restoring)?.items == 1)
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).noteGone(.reported, withFolders: found, in: .absent ... .held)
      #expect(try ProvidedReader(transaction.reader).undecidedItems(limit: 100) == [])
      try ReplicationEditor(transaction).noteGone(.restoring, withFolders: found, in: .restoring ... .restoring)
      #expect(try ProvidedReader(transaction.reader).heldItems(.restoring, limit: 100).count == 31)
    }
  }

  /// A folder that goes in several transactions counts once.
  @Test func `a folder that goes in parts counts once`() throws {
    let (temporary, _, folder) = try flat(2000, gone: 0, inFolder: 400)
    var isWhole = false
    while !isWhole {
      try temporary.store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
        isWhole = try MassDeletionEditor(transaction).removeGone(folder, limit: 50)
      }
    }
    try temporary.store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.item(folder) == nil)
      #expect(try MassDeletionReader(reader).recentlyRemoved() == 401)
      #expect(try !ProvidedReader(reader).isAnythingHeld())
    }
  }

  /// More than 1 000 items never go by themselves, however many there are.
  @Test func `more than a thousand wait for the user`() throws {
    #expect(!MassDeletion(gone: 1000, listed: 1_000_000).isHeld)
    #expect(MassDeletion(gone: 1001, listed: 1_000_000).isHeld)
    #expect(MassDeletion(gone: 1, removed: 1000, listed: 1_000_000).isHeld)
    #expect(!MassDeletion(gone: 20, listed: 20).isHeld)
    #expect(MassDeletion(gone: 21, listed: 83).isHeld)
    #expect(!MassDeletion(gone: 21, listed: 84).isHeld)
  }

  /// An item that becomes something else under its identifier takes its tree with it no faster than a deletion would.
  @Test func `an item of another kind does not take a large tree with it`() throws {
    let (temporary, _, folder) = try flat(10, gone: 0, inFolder: 30)
    let store = temporary.store
    let other = try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try ApplyingEditor(transaction).apply(
        ProvidedItem(identifier: "folder", parent: "", filename: "folder", kind: .file), in: .root)
    }
    #expect(other != folder)
    try store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.item(folder)?.kind == .folder)
      #expect(try reader.item(other)?.kind == .file)
      #expect(try ProvidedReader(reader).provided(identifier: "folder")?.item == other)
    }
    #expect(try store.decideOnDeletions(.standard)?.gone == 31)
    #expect(try store.decideOnHeldDeletions(.accepted)?.items == 31)
    try store.carryOutDeletions(.standard)
    try store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.item(folder) == nil)
      #expect(try reader.record(other)?.name.spelling == "folder")
    }
  }

  /// One item never takes another one's identifier without a word.
  @Test func `an identifier that another item has is an error`() throws {
    let (temporary, ids, _) = try flat(2, gone: 0)
    #expect(throws: StoreError.self) {
      try temporary.store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
        guard var row = try ProvidedReader(transaction.reader).provided(ids[0]) else { return }
        row.identifier = "1"
        try ReplicationEditor(transaction).write(row)
      }
    }
    try temporary.store.readCommitted { (reader) throws(StoreError) in
      #expect(try ProvidedReader(reader).provided(identifier: "1")?.item == ids[1])
      #expect(try ProvidedReader(reader).provided(identifier: "0")?.item == ids[0])
    }
  }

  @Test func `a folder that is older than the one it is in is held with all that is in it`() throws {
    let temporary = try TemporaryStore()
    var ids: [String: ItemID] = [:]
    try temporary.store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      func add(_ name: String, _ kind: ItemKind, in parent: ItemID) throws(StoreError) -> ItemID {
        try ApplyingEditor(transaction).apply(
          ProvidedItem(identifier: name, parent: "", filename: name, kind: kind), in: parent)
      }
      let old = try add("old", .folder, in: .root)
      for number in 0..<150 { ids["\(number)"] = try add("\(number)", .file, in: old) }
      let between = try add("between", .folder, in: .root)
      let top = try add("top", .folder, in: .root)
      let other = try add("other", .folder, in: .root)
      _ = try add("between", .folder, in: top)
      _ = try add("old", .folder, in: between)
      ids.merge(["old": old, "between": between, "top": top, "other": other]) { $1 }
      try ReplicationEditor(transaction).noteGone(top)
      try ReplicationEditor(transaction).noteGone(other)
    }
    #expect(try temporary.store.decideOnDeletions(.standard) == MassDeletion(gone: 154, listed: 154))
    try temporary.store.readCommitted { (reader) throws(StoreError) in
      #expect(Set(try ProvidedReader(reader).heldItems(.held, limit: .max)) == Set(ids.values))
    }
  }
}
