import FileProviderStore
import Foundation

extension CNError {
  /// An error about a contact.
  init(_ code: Code, _ contact: CNContact) { self.init(code, contact, contact.identifier) }

  /// An error about a group.
  init(_ code: Code, _ group: CNGroup) { self.init(code, group, group.identifier) }

  private init(_ code: Code, _ record: NSObject, _ identifier: String) {
    self.init(
      code,
      userInfo: [
        CNErrorUserInfoAffectedRecordsKey: [record], CNErrorUserInfoAffectedRecordIdentifiersKey: [identifier],
      ])
  }

  /// What clients get of an error of a store: the error behind it where that is one of contacts.
  init(_ error: StoreError, as code: Code = .dataAccessError) {
    if let cause = error.cause as? CNError {
      self = cause
    } else {
      self.init(code, userInfo: [NSUnderlyingErrorKey: error, NSLocalizedDescriptionKey: "\(error)"])
    }
  }

  /// The same of one of a change.
  init(saving error: StoreError) {
    switch error.code {
    case .accessDenied, .notPermitted, .unlisted: self.init(error, as: .recordNotWritable)
    default: self.init(error)
    }
  }
}

extension StoreError {
  /// Ends a transaction for a reason that is none of the store's.
  init(_ error: CNError) { self.init(.notPermitted, error.localizedDescription, cause: error) }
}
