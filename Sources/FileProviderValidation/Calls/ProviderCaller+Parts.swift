import FileProviderInterface
import Foundation
import Glibc

/// A fetched range of a document.
struct FetchedPart: Sendable {
  let item: SeenItem?
  /// The range that the provider reports, which may be invalid.
  let range: NSRange
  /// All bytes of the file; `nil` where there is no regular file, or it cannot be read.
  let bytes: Data?

  /// The reported range in bytes; `nil` where it is invalid.
  var extent: Range<Int>? {
    guard range.location >= 0, range.length >= 0 else { return nil }
    let (end, overflows) = range.location.addingReportingOverflow(range.length)
    return overflows ? nil : range.location..<end
  }
}

extension ProviderCaller {
  private static let partName =
    "fetchPartialContents(for:version:request:minimalRange:aligningTo:options:completionHandler:)"

  /// Fetches a part of a document, of the version that is given and no other, and takes the file away, as the system does.
  func fetchPart(of document: SeenItem, _ wanted: Range<Int>, alignedTo alignment: Int) throws -> FetchedPart {
    guard box.provider is any NSFileProviderPartialContentFetching else {
      throw Unmet("the provider does not support partial fetching")
    }
    let ledger = ledger
    let (identifier, version) = (document.identifier, document.version)
    let (url, part, error): (URL?, FetchedPart?, NSError?) = try answer(to: Self.partName) { box, done in
      _ = (box.provider as? any NSFileProviderPartialContentFetching)?.fetchPartialContents(
        for: identifier, version: version, request: NSFileProviderRequest(),
        minimalRange: NSRange(location: wanted.lowerBound, length: wanted.count), aligningTo: alignment,
        options: .strictVersioning
      ) { url, item, range, _, error in
        let part = url.map { FetchedPart(item: item.map { SeenItem($0, ledger) }, range: range, bytes: Self.take($0)) }
        done((url, part, error as NSError?))
      }
    }
    if let error { throw failure(error, of: Self.partName) }
    ledger.note(
      ObservedRules.Answers.result, url == nil ? "“\(Self.partName)” returned neither contents nor an error" : nil)
    guard let part else { throw Unmet("“fetchPartialContents” returned neither contents nor an error") }
    return part
  }
}
