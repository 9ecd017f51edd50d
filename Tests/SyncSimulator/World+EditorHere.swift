import FileProviderSync

private let names = ["a", "b", "c", "d", "A", "B"]

extension World {
  /// A program on a machine. It edits the shared tree, and one that nobody else edits.
  mutating func editHere(_ index: Int, _ event: Event) {
    let area = event.b & 3 == 0 ? "m\(index)" : "shared"
    guard let top = machines[index].tables.localHolder(of: Place(.root, area)) else { return }
    let isOwned = area != "shared"
    if isOwned { checkOwned(index, area, top) }
    let editor = EditorHere(index: index, top: top, isOwned: isOwned, choice: event)
    editor.edit(&self)
    if isOwned { owned[area] = lines(of: machines[index], below: top) }
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
}

/// One operation of a program on a machine.
private struct EditorHere {
  let index: Int
  let top: ItemNumber
  let isOwned: Bool
  let choice: Event

  func edit(_ world: inout World) {
    let all = below(world)
    let folders = [top] + all.filter { world.machines[index].tables.local($0)!.kind == .folder }
    let folder = folders[choice.c % folders.count]
    let count = world.setting.kind == .caseInsensitive && isOwned ? 4 : names.count
    let name = names[(choice.c >> 8) % count]
    let documents = all.filter { world.machines[index].tables.local($0)!.kind == .document }
    let item = all.isEmpty ? nil : all[(choice.b >> 10) % all.count]
    let document = documents.isEmpty ? nil : documents[(choice.b >> 10) % documents.count]
    switch (choice.b >> 2) % 20 {
    case 0...4: if all.count < 14 { create(&world, Place(folder, name), isFolder: choice.c >> 16 & 3 == 0) }
    case 5...7: if let document { write(&world, document) }
    case 8...9: if let item { delete(&world, item) }
    case 10...12: if let item { move(&world, item, to: Place(folder, name)) }
    case 13: if let item { rename(&world, item, name) }
    case 14: if all.count > 1, let item { exchange(&world, item, all[(choice.c >> 4) % all.count]) }
    case 15: if let item { changeKind(&world, item) }
    case 16: if let item { setField(&world, item) }
    case 17: if let document { evict(&world, document) }
    case 18: if let document { materialize(&world, document) }
    default: if let document { save(&world, document) }
    }
  }

  private func below(_ world: World) -> [ItemNumber] {
    var found = world.machines[index].tables.localChildren(of: top)
    var next = 0
    while next < found.count {
      found += world.machines[index].tables.localChildren(of: found[next])
      next += 1
    }
    return found
  }

  private func create(_ world: inout World, _ place: Place, isFolder: Bool) {
    guard world.machines[index].tables.localHolder(of: place) == nil else { return }
    let number = world.machines[index].tables.nextNumber()
    var item = LocalItem(number: number, place: place, kind: isFolder ? .folder : .document, fields: Fields([0, 0]))
    if !isFolder {
      let text = world.newText(choice.c >> 18 & 3)
      item.contents = text.contents
      world.machines[index].writings[number] = text.writing
    }
    world.machines[index].tables.setLocal(number, item)
    world.trace("  here \(number.rawValue) created in \(place)")
  }

  private func write(_ world: inout World, _ number: ItemNumber) {
    var item = world.machines[index].tables.local(number)!
    let text = world.newText(choice.c >> 18 & 3)
    // The same bytes again are no edit that anybody can see.
    let old =
      item.contents
      ?? world.machines[index].tables.synced(number).flatMap { world.server.texts[$0.version.contents]?.contents }
    guard old != text.contents else { return world.oracle.supersede(text.writing) }
    world.supersede(index, number)
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

  /// Moves an item. A document that has the name is replaced.
  private func move(_ world: inout World, _ number: ItemNumber, to place: Place) {
    var item = world.machines[index].tables.local(number)!
    guard item.place != place, !isInside(world, place, number) else { return }
    if let holder = world.machines[index].tables.localHolder(of: place), holder != number {
      guard item.kind == .document, world.machines[index].tables.local(holder)!.kind == .document else { return }
      delete(&world, holder)
    }
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

  private func changeKind(_ world: inout World, _ number: ItemNumber) {
    let item = world.machines[index].tables.local(number)!
    delete(&world, number)
    create(&world, item.place, isFolder: item.kind == .document)
  }

  private func setField(_ world: inout World, _ number: ItemNumber) {
    var item = world.machines[index].tables.local(number)!
    item.fields.values[choice.c & 1] = 1 + choice.c >> 4 & 7
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
    guard item.contents == nil, let synced = world.machines[index].tables.synced(number),
      let there = synced.identifier.flatMap({ world.server.item($0) }),
      world.server.items[there]?.version.contents == synced.version.contents,
      let text = world.server.texts[synced.version.contents]
    else { return }
    item.contents = text.contents
    world.machines[index].writings[number] = text.writing
    world.machines[index].tables.setLocal(number, item)
    world.machines[index].tables.update(number) { $0.contents = text.contents }
  }

  /// Saves as editors do: a new document takes the name of the old.
  private func save(_ world: inout World, _ number: ItemNumber) {
    let place = world.machines[index].tables.local(number)!.place
    delete(&world, number)
    create(&world, place, isFolder: false)
  }
}
