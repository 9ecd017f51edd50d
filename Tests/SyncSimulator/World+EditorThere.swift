import FileProviderSync

private let names = ["a", "b", "c", "d", "A", "B"]

extension World {
  /// Somebody at the provider. They edit the shared tree, and one that nobody else edits.
  mutating func editThere(_ event: Event) {
    let area = event.b & 3 == 0 ? "server" : "shared"
    guard let top = server.child(of: 0, named: area) else { return oracle.fail("1: \(area) is lost") }
    if area == "server", let before = owned[area], before != lines(below: top) {
      oracle.fail("2: \(area) changed by itself: \(before) became \(lines(below: top))")
    }
    if let edit = edit(below: top, isOwned: area == "server", event) { editThere(edit) }
    if area == "server" { owned[area] = lines(below: top) }
  }

  private func edit(below top: Int, isOwned: Bool, _ choice: Event) -> Edit<Int>? {
    let all = server.below(top)
    let folders = [top] + all.filter { server.items[$0]!.kind == .folder }
    let documents = all.filter { server.items[$0]!.kind != .folder }
    let folder = folders[choice.c % folders.count]
    let name = names[(choice.c >> 8) % names.count]
    let text = choice.c >> 18 & 3
    let item = all.isEmpty ? nil : all[(choice.b >> 10) % all.count]
    let document = documents.isEmpty ? nil : documents[(choice.b >> 10) % documents.count]
    if !isOwned, setting.hasTrash, choice.c >> 24 & 3 == 0 {
      let trashed = server.below(Server.trash)
      if !trashed.isEmpty, choice.c >> 26 & 1 == 0 {
        return edit(trashed[(choice.b >> 10) % trashed.count], in: folder, name: name, choice)
      }
      return item.map { .move($0, to: Server.trash, name: server.items[$0]!.name) }
    }
    switch (choice.b >> 2) % 16 {
    case 0...3:
      guard all.count < 14 else { return nil }
      return .create(in: folder, name: name, newKind(choice), text: text)
    case 4...6: return document.map { .write($0, text: text) }
    case 7...8: return item.map { .delete($0) }
    case 9...11: return item.map { .move($0, to: folder, name: name) }
    case 12: return item.map { .rename($0, name: name) }
    case 13: return item.map { .changeKind($0, text: text) }
    case 14: return item.map { .setField($0, index: choice.c & 1, value: 1 + choice.c >> 4 & 7) }
    default: return item.map { .exchange($0, all[(choice.c >> 4) % all.count]) }
    }
  }

  mutating func editThere(_ edit: Edit<Int>) {
    switch edit {
    case .create(let folder, let name, let kind, let text): create(in: folder, name, kind, text)
    case .write(let document, let text): write(document, text)
    case .delete(let item): delete(item)
    case .move(let item, let folder, let name): move(item, to: folder, name)
    case .rename(let item, let name): move(item, to: server.items[item]!.parent, name)
    case .exchange(let a, let b): exchange(a, b)
    case .changeKind(let item, let text):
      let old = server.items[item]!
      delete(item)
      create(in: old.parent, old.name, otherKind(than: old.kind, text), text)
    case .setField(let item, let field, let value): setField(item, field, value)
    case .evict, .materialize, .save: break
    }
  }

  private mutating func create(in folder: Int, _ name: String, _ kind: Kind, _ text: Int) {
    guard server.child(of: folder, named: name) == nil else { return }
    server.create(in: folder, name, kind, kind == .folder ? nil : newText(text), Fields([0, 0]))
    trace("  there \(name) created in \(server.path(folder))")
  }

  private mutating func write(_ number: Int, _ pool: Int) {
    let link = server.items[number].flatMap { $0.kind == .link ? server.texts[$0.version.contents] : nil }
    var text = newText(pool)
    if let link, link.contents == text.contents {
      // Another version with the same target is no edit that anybody can see.
      oracle.met("link with the same target again there")
      oracle.supersede(text.writing)
      text = link
    } else {
      if link != nil { oracle.met("link with another target there") }
      supersede(number)
    }
    server.write(number, text)
    trace("  there \(server.path(number)) written \(text)")
  }

  private mutating func supersede(_ number: Int) {
    if let item = server.items[number], let text = server.texts[item.version.contents] {
      oracle.supersede(text.writing)
    }
  }

  private mutating func delete(_ number: Int) {
    trace("  there \(server.path(number)) deleted")
    for item in [number] + server.below(number) { supersede(item) }
    server.delete(number)
  }

  private mutating func move(_ number: Int, to folder: Int, _ name: String) {
    guard !server.isBelow(folder, number), server.items[number]?.parent != folder || server.items[number]?.name != name
    else { return }
    if let holder = server.child(of: folder, named: name), holder != number { return }
    if folder == Server.trash { oracle.met("moved to the trash there") }
    trace("  there \(server.path(number)) moved to \(server.path(folder))/\(name)")
    server.move(number, to: folder, name)
    renewWritings(number)
  }

  private mutating func exchange(_ a: Int, _ b: Int) {
    guard a != b, !server.isBelow(a, b), !server.isBelow(b, a), let x = server.items[a], let y = server.items[b] else {
      return
    }
    trace("  there \(server.path(a)) and \(server.path(b)) exchanged")
    server.move(a, to: 0, "exchange")
    server.move(b, to: x.parent, x.name)
    server.move(a, to: y.parent, y.name)
    renewWritings(a)
    renewWritings(b)
  }

  /// Where a path is all that there is of an item, what was moved is something new to everybody else.
  private mutating func renewWritings(_ number: Int) {
    guard setting.kind == .paths else { return }
    for item in [number] + server.below(number) {
      guard let version = server.items[item]?.version.contents, var text = server.texts[version] else { continue }
      oracle.supersede(text.writing)
      text.writing = oracle.nextWriting()
      let renewed = server.nextVersion()
      server.texts[renewed] = text
      server.items[item]?.version.contents = renewed
    }
  }

  private mutating func setField(_ number: Int, _ field: Int, _ value: Int) {
    guard var fields = server.items[number]?.fields else { return }
    fields.values[field] = value
    if fields != server.items[number]?.fields { server.set(number, fields) }
  }
}
