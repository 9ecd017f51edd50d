import FileProvider
import FileProviderStore
import Foundation
import LinuxSystem

/// A source whose answers are in the names of what it is asked for.
///
/// A folder `list-N` gets N documents `item-0`…, slowly, and `nevers-N` N documents `never-0`…; `error-CODE` fails with
/// that code of the provider contract after bringing one; `never` does not answer. A document `bring-TEXT` gets that
/// text; `error-CODE` fails; `never…` does not answer.
struct ScriptedSource: ContainerSource {
  let store: ItemStore

  func begin(
    _ subject: SourceSubject, for asker: SourceAsker, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) -> SourceTicket {
    let name = (try? name(of: subject.item)) ?? ""
    if name.hasPrefix("never") && !name.hasPrefix("nevers-") { return .answered }
    NativeThread.start(name: "source") {
      whenDone(
        Result {
          switch subject {
          case .listing(let container): try list(container, name)
          case .contents(let document), .range(let document, _): try bring(document, name)
          }
        })
    }
    return .answered
  }

  func withdraw(_ ticket: SourceTicket) {}

  private func list(_ container: ItemID, _ name: String) throws {
    let kind = name.prefix { $0 != "-" }
    let isCounted = kind == "list" || kind == "nevers"
    let count = isCounted ? Int(name.dropFirst(kind.count + 1)) ?? 0 : kind == "partial" ? 1 : 0
    for index in 0..<count {
      try store.change(author: "remote") { (transaction) throws(StoreError) in
        var new = NewItem(
          parent: container, name: try FileName(kind == "nevers" ? "never-\(index)" : "item-\(index)"), kind: .file,
          mode: 0o644, owner: getuid(),
          group: getgid())
        new.flags = .dataless
        try TreeEditor(transaction).create(new)
      }
    }
    try fail(name)
    try store.change(author: "remote") { (transaction) throws(StoreError) in
      try transaction.setFlags(.unlisted, false, of: container)
    }
  }

  private func bring(_ document: ItemID, _ name: String) throws {
    try fail(name)
    let text = Array(name.utf8)
    let made = try store.contents.create()
    let key = made.key
    _ = write(made.number, text, text.count)
    made.keep()
    try store.change(author: "remote") { (transaction) throws(StoreError) in
      _ = try ApplyingEditor(transaction).takeContents(.file(key), size: Int64(text.count), nil, of: document)
    }
  }

  private func name(of id: ItemID) throws -> String {
    try store.readCommitted { (reader) throws(StoreError) in try reader.record(id) }?.name.spelling ?? ""
  }

  private func fail(_ name: String) throws {
    guard let dash = name.firstIndex(of: "-"), name.hasPrefix("error-") || name.hasPrefix("partial-") else { return }
    let code = Int(name[name.index(after: dash)...]) ?? 0
    if code == 3328 { throw NSError(domain: NSCocoaErrorDomain, code: code) }
    throw NSError(domain: NSFileProviderErrorDomain, code: -code)
  }
}
