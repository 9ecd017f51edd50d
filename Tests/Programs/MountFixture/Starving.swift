import FileProviderStore
import Foundation
import Glibc

/// What a store answers to a process that may open nothing any more, in words for each: what was open goes on, what is opened now says why not.
enum Starving {
  static func run(store path: String) throws {
    let store = try ItemStore(directory: URL(fileURLWithPath: path))
    let name = try FileName("file")
    try store.change(author: "test") { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: name, kind: .file, mode: 0o644, owner: 0, group: 0))
    }
    let next = dup(STDIN_FILENO)
    close(next)
    var limit = rlimit(rlim_cur: rlim_t(next), rlim_max: rlim_t(next))
    guard setrlimit(__rlimit_resource_t(7), &limit) == 0 else { throw CocoaError(.featureUnsupported) }
    say("synchronize") { try store.synchronize() }
    say("contents") { try store.contents.create().keep() }
    say("reader") { _ = try store.makeCommittedReader() }
    say("synchronize") { try store.synchronize() }
  }

  private static func say(_ what: String, _ body: () throws -> Void) {
    do {
      try body()
      print(what, "done")
    } catch let error as StoreError {
      print(what, error.code == .tooManyOpenFiles ? "EMFILE" : error.description)
    } catch { print(what, error) }
  }
}
