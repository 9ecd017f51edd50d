import FileProviderInterface
import Foundation
import Glibc

/// Fetched contents.
struct FetchedContents: Sendable {
  /// The item that was asked for.
  let document: SeenItem
  let item: SeenItem?
  let isRegular: Bool
  /// `nil` where there is no regular file, or it cannot be read.
  let bytes: Data?
}

/// How a call ended.
struct CallEnd: Sendable {
  /// `nil` when it did what was asked for.
  let error: NSError?
}

extension ProviderCaller {
  private static let itemName = "item(for:request:completionHandler:)"
  private static let fetchName = "fetchContents(for:version:request:completionHandler:)"

  func item(_ identifier: NSFileProviderItemIdentifier) throws -> SeenItem {
    let ledger = ledger
    let (item, error): (SeenItem?, NSError?) = try answer(to: Self.itemName) { box, done in
      _ = box.provider.item(for: identifier, request: NSFileProviderRequest()) { item, error in
        done((item.map { SeenItem($0, ledger) }, error as NSError?))
      }
    }
    if let error { throw failure(error, of: Self.itemName) }
    ledger.note(
      ObservedRules.Answers.result, item == nil ? "“\(Self.itemName)” returned neither an item nor an error" : nil)
    guard let item else { throw Unmet("“item” returned neither an item nor an error") }
    return item
  }

  /// Fetches the contents of a document, and takes the file away, as the system does.
  func fetch(_ document: SeenItem) throws -> FetchedContents {
    let ledger = ledger
    let (url, item, error): (URL?, SeenItem?, NSError?) = try answer(to: Self.fetchName) { box, done in
      _ = box.provider.fetchContents(for: document.identifier, version: nil, request: NSFileProviderRequest()) {
        url, item, error in
        done((url, item.map { SeenItem($0, ledger) }, error as NSError?))
      }
    }
    if let error { throw failure(error, of: Self.fetchName) }
    ledger.note(
      ObservedRules.Answers.result, url == nil ? "“\(Self.fetchName)” returned neither contents nor an error" : nil)
    guard let url else { throw Unmet("“fetchContents” returned neither contents nor an error") }
    return Self.take(url, of: document, item)
  }

  private static func take(_ url: URL, of document: SeenItem, _ item: SeenItem?) -> FetchedContents {
    let isRegular = isRegular(url)
    return FetchedContents(document: document, item: item, isRegular: isRegular, bytes: take(url))
  }

  private static func isRegular(_ url: URL) -> Bool {
    var status = stat()
    return lstat(url.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Reads a file, and takes it away; `nil` for what is no regular file, or cannot be read.
  static func take(_ url: URL) -> Data? {
    guard isRegular(url) else { return nil }
    defer { unlink(url.path) }
    return try? Data(contentsOf: url)
  }

  /// Begins to fetch, and cancels at once.
  ///
  /// - Returns: `nil` when it was not answered.
  func cancelFetch(of document: SeenItem) throws -> CallEnd? {
    let answer = Answer<CallEnd>()
    let box = box
    Thread.detachNewThread {
      let progress = box.provider.fetchContents(
        for: document.identifier, version: nil, request: NSFileProviderRequest()
      ) { url, _, error in
        if error == nil, let url { unlink(url.path) }
        _ = answer.give(CallEnd(error: error as NSError?))
      }
      progress.cancel()
    }
    let outcome = try answer.wait(seconds: deadline, isInterrupted: isInterrupted)
    if let error = outcome?.error, !Refusal.isLegal(error) { throw failure(error, of: Self.fetchName) }
    return outcome
  }
}
