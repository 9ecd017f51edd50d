import FileProviderSync

private let names = ["a", "b", "c", "d", "A", "B"]

extension World {
  /// A program on a machine. It edits the shared tree, and one that nobody else edits.
  mutating func editHere(_ index: Int, _ event: Event) {
    let area = event.b & 3 == 0 ? "m\(index)" : "shared"
    guard let top = machines[index].tables.localHolder(of: Place(.root, area)) else { return }
    let isOwned = area != "shared" && !(setting.losesPower && disks[index].hasLost)
    if isOwned { checkOwned(index, area, top) }
    if let edit = edit(index, below: top, isOwned: area != "shared", event) { editHere(index, edit) }
    if isOwned { owned[area] = lines(of: machines[index], below: top) }
  }

  mutating func editHere(_ index: Int, _ edit: Edit<ItemNumber>) {
    editUnsynchronized(index) { EditorHere(index: index).perform(edit, in: &$0) }
  }

  private mutating func checkOwned(_ index: Int, _ area: String, _ top: ItemNumber) {
    let now = lines(of: machines[index], below: top)
    if let before = owned[area], before != now {
      let extra = now.filter { !before.contains($0) }
      let missing = before.filter { !now.contains($0) }
      if hasOnlyLateCopies(before, now) { return }
      oracle.fail("2: \(area) changed by itself: \(missing) became \(extra)")
    }
  }

  mutating func supersede(_ index: Int, _ number: ItemNumber) {
    mergeWithSynced(machines[index], number)
    if let writing = machines[index].writing(number, server) { oracle.supersede(writing) }
  }

  private func edit(_ index: Int, below top: ItemNumber, isOwned: Bool, _ choice: Event) -> Edit<ItemNumber>? {
    let tables = machines[index].tables
    let all = items(below: top, of: index)
    let folders = [top] + all.filter { tables.local($0)!.kind == .folder }
    let folder = folders[choice.c % folders.count]
    let count = setting.kind == .caseInsensitive && isOwned ? 4 : names.count
    let name = names[(choice.c >> 8) % count]
    let text = choice.c >> 18 & 3
    let documents = all.filter { tables.local($0)!.kind != .folder }
    let item = all.isEmpty ? nil : all[(choice.b >> 10) % all.count]
    let document = documents.isEmpty ? nil : documents[(choice.b >> 10) % documents.count]
    if !isOwned, setting.hasTrash, choice.c >> 24 & 3 == 0 {
      let trashed = items(below: .trash, of: index)
      if !trashed.isEmpty, choice.c >> 26 & 1 == 0 {
        return edit(trashed[(choice.b >> 10) % trashed.count], in: folder, name: name, choice)
      }
      return item.map { .move($0, to: .trash, name: tables.local($0)!.place.name) }
    }
    switch (choice.b >> 2) % 20 {
    case 0...4:
      guard all.count < 14 else { return nil }
      return .create(in: folder, name: name, newKind(choice), text: text)
    case 5...7: return document.map { .write($0, text: text) }
    case 8...9: return item.map { .delete($0) }
    case 10...12: return item.map { .move($0, to: folder, name: name) }
    case 13: return item.map { .rename($0, name: name) }
    case 14: return all.count > 1 ? item.map { .exchange($0, all[(choice.c >> 4) % all.count]) } : nil
    case 15: return item.map { .changeKind($0, text: text) }
    case 16: return item.map { .setField($0, index: choice.c & 1, value: 1 + choice.c >> 4 & 7) }
    case 17: return document.map { .evict($0) }
    case 18: return document.map { .materialize($0) }
    default: return document.map { .save($0, text: text) }
    }
  }

  /// What is done with an item in the trash, on either side.
  func edit<Item>(_ item: Item, in folder: Item, name: String, _ choice: Event) -> Edit<Item> {
    choice.c >> 27 & 3 == 0 ? .delete(item) : .move(item, to: folder, name: name)
  }

  /// The kind of what a program makes, on either side.
  func newKind(_ choice: Event) -> Kind {
    if choice.c >> 16 & 3 == 0 { return .folder }
    return setting.hasLinks && choice.c >> 20 & 3 == 0 ? .link : .document
  }

  /// The kind of what takes the place of an item of another kind.
  func otherKind(than kind: Kind, _ text: Int) -> Kind {
    guard setting.hasLinks, text % 2 == 1 else { return kind == .folder ? .document : .folder }
    return kind == .link ? .document : .link
  }

  /// The items below a folder on a machine, parents first.
  func items(below top: ItemNumber, of index: Int) -> [ItemNumber] {
    var found = machines[index].tables.localChildren(of: top)
    var next = 0
    while next < found.count {
      found += machines[index].tables.localChildren(of: found[next])
      next += 1
    }
    return found
  }
}

/// One operation of a program on a machine.
private struct EditorHere {
  let index: Int

  func perform(_ edit: Edit<ItemNumber>, in world: inout World) {
    switch edit {
    case .create(let folder, let name, let kind, let text): create(&world, Place(folder, name), kind, text)
    case .write(let document, let text): write(&world, document, text)
    case .delete(let item): delete(&world, item)
    case .move(let item, let folder, let name): move(&world, item, to: Place(folder, name))
    case .rename(let item, let name): rename(&world, item, name)
    case .exchange(let a, let b): exchange(&world, a, b)
    case .changeKind(let item, let text): changeKind(&world, item, text)
    case .setField(let item, let field, let value): setField(&world, item, field, value)
    case .evict(let document): evict(&world, document)
    case .materialize(let document): materialize(&world, document)
    case .save(let document, let text): save(&world, document, text)
    }
  }

  private func create(_ world: inout World, _ place: Place, _ kind: Kind, _ pool: Int) {
    guard world.machines[index].tables.localHolder(of: place) == nil else { return }
    let number = world.machines[index].tables.nextNumber()
    var item = LocalItem(number: number, place: place, kind: kind, fields: Fields([0, 0]))
    if kind != .folder {
      let text = world.newText(pool)
      item.contents = text.contents
      world.machines[index].writings[number] = text.writing
    }
    world.machines[index].tables.setLocal(number, item)
    world.trace("  here \(number.rawValue) created in \(place)")
  }

  private func write(_ world: inout World, _ number: ItemNumber, _ pool: Int) {
    var item = world.machines[index].tables.local(number)!
    let text = world.newText(pool)
    // The same bytes again are no edit that anybody can see.
    let old =
      item.contents
      ?? world.machines[index].tables.synced(number).flatMap { world.server.texts[$0.version.contents]?.contents }
    guard old != text.contents else { return world.oracle.supersede(text.writing) }
    world.supersede(index, number)
    if item.kind == .link { world.oracle.met("link with another target here") }
    item.contents = text.contents
    world.machines[index].writings[number] = text.writing
    world.machines[index].tables.setLocal(number, item)
    world.trace("  here \(number.rawValue) written \(text)")
  }

  private func delete(_ world: inout World, _ number: ItemNumber) {
    for child in world.machines[index].tables.localChildren(of: number) { delete(&world, child) }
    world.supersede(index, number)
    world.machines[index].tables.setLocal(number, nil)
    world.trace("  here \(number.rawValue) deleted")
  }

  private func isInside(_ world: World, _ place: Place, _ number: ItemNumber) -> Bool {
    var current = place.parent
    while current != .root {
      if current == number { return true }
      guard let parent = world.machines[index].tables.local(current)?.place.parent else { return false }
      current = parent
    }
    return false
  }

  /// Moves an item. A document, or a link, that has the name is replaced.
  private func move(_ world: inout World, _ number: ItemNumber, to place: Place) {
    var item = world.machines[index].tables.local(number)!
    guard item.place != place, !isInside(world, place, number) else { return }
    if let holder = world.machines[index].tables.localHolder(of: place), holder != number {
      guard item.kind != .folder, world.machines[index].tables.local(holder)!.kind != .folder else { return }
      delete(&world, holder)
    }
    if place.parent == .trash { world.oracle.met("moved to the trash here") }
    if item.place.parent == .trash { world.oracle.met("restored from the trash here") }
    item.place = place
    item.isAside = false
    world.machines[index].tables.setLocal(number, item)
    world.trace("  here \(number.rawValue) moved to \(place)")
  }

  private func rename(_ world: inout World, _ number: ItemNumber, _ name: String) {
    let place = Place(world.machines[index].tables.local(number)!.place.parent, name)
    if world.machines[index].tables.localHolder(of: place) == nil { move(&world, number, to: place) }
  }

  private func exchange(_ world: inout World, _ a: ItemNumber, _ b: ItemNumber) {
    var (x, y) = (world.machines[index].tables.local(a)!, world.machines[index].tables.local(b)!)
    guard a != b, !isInside(world, y.place, a), !isInside(world, x.place, b) else { return }
    swap(&x.place, &y.place)
    world.machines[index].tables.setLocal(a, nil)
    world.machines[index].tables.setLocal(b, y)
    world.machines[index].tables.setLocal(a, x)
    world.trace("  here \(a.rawValue) and \(b.rawValue) exchanged")
  }

  private func changeKind(_ world: inout World, _ number: ItemNumber, _ text: Int) {
    let item = world.machines[index].tables.local(number)!
    delete(&world, number)
    create(&world, item.place, world.otherKind(than: item.kind, text), text)
  }

  private func setField(_ world: inout World, _ number: ItemNumber, _ field: Int, _ value: Int) {
    var item = world.machines[index].tables.local(number)!
    item.fields.values[field] = value
    world.machines[index].tables.setLocal(number, item)
  }

  private func evict(_ world: inout World, _ number: ItemNumber) {
    var item = world.machines[index].tables.local(number)!
    guard Discard.eviction(of: number, in: world.machines[index].tables) != nil else { return }
    world.oracle.met("evicted")
    world.mergeWithSynced(world.machines[index], number)
    item.contents = nil
    world.machines[index].tables.setLocal(number, item)
  }

  /// Downloads a document at once, if the provider still has the version that is known here.
  private func materialize(_ world: inout World, _ number: ItemNumber) {
    var item = world.machines[index].tables.local(number)!
    guard item.kind == .document, item.contents == nil, let synced = world.machines[index].tables.synced(number),
      let there = synced.identifier.flatMap({ world.server.item($0) }),
      world.server.items[there]?.version.contents == synced.version.contents,
      let text = world.server.texts[synced.version.contents]
    else { return }
    item.contents = text.contents
    world.machines[index].writings[number] = text.writing
    world.machines[index].tables.setLocal(number, item)
    world.machines[index].tables.update(number) { $0.contents = text.contents }
  }

  /// Saves as editors do: a new document takes the name of the old. A link gets another target in no other way.
  private func save(_ world: inout World, _ number: ItemNumber, _ text: Int) {
    let item = world.machines[index].tables.local(number)!
    delete(&world, number)
    create(&world, item.place, item.kind, text)
  }
}
