import FileProviderSync

/// What a machine asks the provider.
enum Request {
  case call(Call, Text?)
  case ask(Identifier, Moment)
  case list(ItemNumber, Identifier, Moment, after: Int)
  case changes(from: Int, Moment)
  case fetch(Identifier, Moment)
}

enum Answer {
  case done(Statement?)
  case refused(Refusal)
  case item(Statement?)
  case page([Statement], next: Int?)
  case noFolder
  case changes([(Identifier, Statement?)], upTo: Int, more: Bool)
  case expired(Int)
  case contents(Statement?, Text?)
}

extension Server {
  static let pageSize = 3

  mutating func answer(_ request: Request, isCut: Bool, lags: Bool, isInWindow: Bool, _ oracle: inout Oracle) -> Answer
  {
    switch request {
    case .call(let call, let text): return perform(call, text, isInWindow: isInWindow, &oracle)
    case .ask(let identifier, _): return .item(item(identifier).flatMap { statement($0) })
    case .fetch(let identifier, _):
      guard let number = item(identifier), let statement = statement(number) else { return .contents(nil, nil) }
      return .contents(statement, texts[statement.version.contents])
    case .list(_, let container, _, let after):
      guard let folder = item(container), items[folder]?.kind == .folder else { return .noFolder }
      return page(of: folder, container, after: after, isCut: isCut, lags: lags, &oracle)
    case .changes(let anchor, _):
      if anchor < 0 { return .expired(log.count) }
      var seen: Set<Identifier> = []
      var changes: [(Identifier, Statement?)] = []
      var end = anchor
      while end < log.count, changes.count < Self.pageSize + 2 {
        let identifier = log[end]
        if seen.insert(identifier).inserted { changes.append((identifier, item(identifier).flatMap { statement($0) })) }
        end += 1
      }
      return .changes(changes, upTo: end, more: end < log.count)
    }
  }

  private mutating func page(
    of folder: Int, _ container: Identifier, after: Int, isCut: Bool, lags: Bool, _ oracle: inout Oracle
  ) -> Answer {
    let rest = children(of: folder).filter { $0 > after }
    let page = Array(rest.prefix(Self.pageSize))
    var statements = page.compactMap { statement($0) }
    if lags {
      oracle.met("lagging listing")
      statements = page.compactMap { items[$0]?.previous ?? statement($0) }.filter { $0.parent == container }
      let listed = Set(page.map { identifier($0) })
      statements += deleted.filter {
        $0.parent == container && !listed.contains($0.identifier) && item($0.identifier) == nil
      }
    }
    guard isCut else { return .page(statements, next: rest.count > page.count ? page.last : nil) }
    oracle.met(page.count < 2 ? "empty page" : "page cut short")
    // Nobody can miss what they never knew: the changes report it later.
    log += rest.map { identifier($0) }
    return .page(Array(statements.dropLast(1 + statements.count / 2)), next: nil)
  }

  private mutating func perform(_ call: Call, _ text: Text?, isInWindow: Bool, _ oracle: inout Oracle) -> Answer {
    switch call.wish {
    case .create: return create(call, text)
    case .modify, .delete:
      guard let number = call.identifier.flatMap({ item($0) }) else {
        // A path may be missing because a folder above it was moved.
        return call.wish == .delete && kind != .paths ? .done(nil) : .refused(.missing)
      }
      if let base = call.base, items[number]?.version != base || items[number]?.kind != call.kind {
        guard kind == .noVersions, isInWindow, items[number]?.kind == call.kind else { return .refused(.conflict) }
        oracle.met("changed in the window of a provider without conditions")
        oracle.excuse([number] + below(number), self)
      }
      return call.wish == .delete ? delete(call, number) : modify(call, number, text)
    }
  }

  private mutating func create(_ call: Call, _ text: Text?) -> Answer {
    guard let place = call.place, let parent = call.parent.flatMap({ item($0) }), items[parent]?.kind == .folder else {
      return .refused(.missing)
    }
    if let holder = child(of: parent, named: place.name), let statement = statement(holder) {
      return .refused(.collision(statement))
    }
    let number = create(in: parent, place.name, call.kind, text, call.fields)
    items[number]?.operation = call.operation
    return .done(statement(number))
  }

  private mutating func modify(_ call: Call, _ number: Int, _ text: Text?) -> Answer {
    let previous = statement(number)
    if let place = call.place {
      guard let parent = call.parent.flatMap({ item($0) }), items[parent]?.kind == .folder else {
        return .refused(.missing)
      }
      if isBelow(parent, number) { return .refused(.conflict) }
      if let holder = child(of: parent, named: place.name), holder != number, let statement = statement(holder) {
        return .refused(.collision(statement))
      }
      move(number, to: parent, place.name)
    }
    if let text { write(number, text) }
    if items[number]?.fields != call.fields { set(number, call.fields) }
    items[number]?.previous = kind == .paths && call.place != nil ? nil : previous
    return .done(statement(number))
  }

  private mutating func delete(_ call: Call, _ number: Int) -> Answer {
    if call.base != nil, !children(of: number).isEmpty { return .refused(.notEmpty) }
    if let statement = statement(number) { deleted = deleted.suffix(8) + [statement] }
    delete(number)
    return .done(nil)
  }
}
