public import Foundation

/// What was asked for, and where the history of changes was at that time.
open class CNFetchResult<ValueType: AnyObject>: NSObject {
  /// What was asked for.
  public let value: ValueType
  /// What a later request for changes begins at. Valid on this machine only, also after the process ends.
  public let currentHistoryToken: Data

  package init(value: ValueType, currentHistoryToken: Data) {
    self.value = value
    self.currentHistoryToken = currentHistoryToken
  }
}
