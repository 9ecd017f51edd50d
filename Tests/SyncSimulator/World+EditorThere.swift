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
    edit(top, event)
    if area == "server" { owned[area] = lines(below: top) }
  }

  private mutating func edit(_ top: Int, _ event: Event) {
    let all = server.below(top)
    let folders = [top] + all.filter { server.items[$0]!.kind == .folder }
    let documents = all.filter { server.items[$0]!.kind == .document }
    let folder = folders[event.c % folders.count]
    let name = names[(event.c >> 8) % names.count]
    let item = all.isEmpty ? nil : all[(event.b >> 10) % all.count]
    let document = documents.isEmpty ? nil : documents[(event.b >> 10) % documents.count]
    switch (event.b >> 2) % 16 {
    case 0...3:
      if all.count < 14, server.child(of: folder, named: name) == nil {
        create(in: folder, name, isFolder: event.c >> 16 & 3 == 0, event)
      }
    case 4...6: if let document { write(document, event) }
    case 7...8: if let item { delete(item) }
    case 9...11: if let item { move(item, to: folder, name) }
    case 12: if let item { move(item, to: server.items[item]!.parent, name) }
    case 13:
      if let item {
        let old = server.items[item]!
        delete(item)
        create(in: old.parent, old.name, isFolder: old.kind == .document, event)
      }
    case 14: if let item { setField(item, event) }
    default: if let item { exchange(item, all[(event.c >> 4) % all.count]) }
    }
  }

  private mutating func create(in folder: Int, _ name: String, isFolder: Bool, _ event: Event) {
    server.create(
      in: folder, name, isFolder ? .folder : .document, isFolder ? nil : newText(event.c >> 18 & 3), Fields([0, 0]))
    trace("  there \(name) created in \(server.path(folder))")
  }

  private mutating func write(_ number: Int, _ event: Event) {
    supersede(number)
    let text = newText(event.c >> 18 & 3)
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

  private mutating func setField(_ number: Int, _ event: Event) {
    guard var fields = server.items[number]?.fields else { return }
    fields.values[event.c & 1] = 1 + event.c >> 4 & 7
    if fields != server.items[number]?.fields { server.set(number, fields) }
  }
}
