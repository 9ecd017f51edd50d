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

  /// What clients get of an error of a store, with the store's folder where it is known: the error behind it where that is one of contacts.
  init(_ error: StoreError, in directory: URL?, as code: Code = .dataAccessError) {
    if let cause = error.cause as? CNError {
      self = cause
    } else {
      var userInfo: [String: Any] = [NSUnderlyingErrorKey: error, NSLocalizedDescriptionKey: "\(error)"]
      userInfo[NSFilePathErrorKey] = directory?.path
      self.init(code, userInfo: userInfo)
    }
  }

  /// The same of one of a change.
  init(saving error: StoreError, in directory: URL) {
    switch error.code {
    case .accessDenied, .notPermitted, .unlisted: self.init(error, in: directory, as: .recordNotWritable)
    default: self.init(error, in: directory)
    }
  }
}

extension StoreError {
  /// Ends a transaction for a reason that is none of the store's.
  init(_ error: CNError) { self.init(.notPermitted, error.localizedDescription, cause: error) }
}
