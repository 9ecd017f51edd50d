import FileProviderInterface
package import FileProviderStore
package import Foundation

/// How the calls of one kind have gone. A domain is healthy while no kind of call fails.
package struct CallRecord: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// For the provider's changes.
    case pull
    /// For what is in a folder.
    case list
    /// For the contents of a document.
    case read
    /// To upload a change.
    case push
  }

  /// The error of the last call that failed.
  package struct Failure: Codable, Hashable, Sendable {
    package var domain: String
    package var code: Int
    package var words: String
    /// When the first of these failures in a row was, in microseconds since 1970.
    package var since: Int64

    package var error: NSError { NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: words]) }
  }

  package var kind: Kind
  /// When a call last succeeded, in microseconds since 1970; `nil` for never.
  package var lastSuccess: Int64?
  /// How many tries have failed since then.
  package var failures = 0
  package var failure: Failure?

  /// Whether such calls fail, and not only one of many by chance. The first call of all is no chance.
  package var isFailing: Bool { failures > 1 || failures == 1 && lastSuccess == nil }

  init(_ kind: Kind) { self.kind = kind }

  mutating func noteSuccess(at time: Int64) {
    lastSuccess = time
    (failures, failure) = (0, nil)
  }

  mutating func forgetOutage() {
    if let failure, ProviderErrorPolicy.isOutage(failure.error) { (failures, self.failure) = (0, nil) }
  }

  /// - Parameter tries: How many tries have failed.
  mutating func note(_ error: NSError, tries: Int, at time: Int64) {
    failures += tries
    failure = Failure(
      domain: error.domain, code: error.code, words: error.words, since: failure?.since ?? time)
  }
}

extension CallRecord {
  /// How the calls have gone, as JSON: written when that changes, and with the time of the last pull.
  static let setting = "provider.calls"

  /// How the calls of each kind have gone, as far as the provider's process has written it.
  package static func all(_ reader: StoreReader) throws(StoreError) -> [CallRecord] {
    guard let text = try reader.setting(setting) else { return [] }
    return (try? JSONDecoder().decode([CallRecord].self, from: Data(text.utf8))) ?? []
  }
}

/// The records of all kinds of call, and what of them is in the store.
struct CallRecords {
  private(set) var records = CallRecord.Kind.allCases.map { CallRecord($0) }
  /// The kinds that fail, as it is in the store.
  private var recorded: [Bool]

  init(_ records: [CallRecord] = []) {
    for record in records { self.records[record.kind] = record }
    recorded = self.records.map(\.isFailing)
  }

  /// - Returns: Whether another kind fails now, or one does no more, so that the store is to have it.
  mutating func change(_ kind: CallRecord.Kind, _ body: (inout CallRecord) -> Void) -> Bool {
    body(&records[kind])
    let failing = records.map(\.isFailing)
    defer { recorded = failing }
    return failing != recorded
  }
}

extension [CallRecord] {
  fileprivate subscript(_ kind: CallRecord.Kind) -> CallRecord {
    get { first { $0.kind == kind } ?? CallRecord(kind) }
    set { self = map { $0.kind == kind ? newValue : $0 } }
  }
}
