public import Foundation

extension CNError {
  /// What went wrong, with Apple's numbers.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error that carries this code.
    public typealias _ErrorType = CNError

    /// The store's process did not answer.
    case communicationError = 1
    /// The store could not be read or written.
    case dataAccessError = 2
    /// Access to contacts was not granted.
    case authorizationDenied = 100
    /// There is no container that can be written.
    case noAccessableWritableContainers = 101
    /// Some keys may not be fetched.
    case unauthorizedKeys = 102
    /// The user has switched the feature off.
    case featureDisabledByUser = 103
    /// The feature does not exist here.
    case featureNotAvailable = 104
    /// There is no such record.
    case recordDoesNotExist = 200
    /// A record to add exists.
    case insertedRecordAlreadyExists = 201
    /// A group would contain itself.
    case containmentCycle = 202
    /// Records of different containers cannot be used together.
    case containmentScope = 203
    /// There is no such group or container.
    case parentRecordDoesNotExist = 204
    /// The identifier is none of a record.
    case recordIdentifierInvalid = 205
    /// The record cannot be changed.
    case recordNotWritable = 206
    /// The container cannot be changed.
    case parentContainerNotWritable = 207
    /// Several values are invalid.
    case validationMultipleErrors = 300
    /// A value has the wrong type.
    case validationTypeMismatch = 301
    /// The store's rules for values are wrong.
    case validationConfigurationError = 302
    /// The predicate is none of those for contacts.
    case predicateInvalid = 400
    /// A rule of the account forbids it.
    case policyViolation = 500
    /// The client's identifier is invalid.
    case clientIdentifierInvalid = 600
    /// There is no client of this identifier.
    case clientIdentifierDoesNotExist = 601
    /// Another client has this identifier.
    case clientIdentifierCollision = 602
    /// The changes since the token are not known any more.
    case changeHistoryExpired = 603
    /// The token is none of this store.
    case changeHistoryInvalidAnchor = 604
    /// The request for changes is invalid.
    case changeHistoryInvalidFetchRequest = 605
    /// The data has something that is no card.
    case vCardMalformed = 700
    /// Contacts could not be written as cards.
    case vCardSummarizationError = 701

    /// Matches an error of this code in a `catch`, the struct as well as a plain `NSError` of that domain and code.
    public static func ~= (match: Code, error: any Error) -> Bool {
      let error = error as NSError
      return error.domain == CNErrorDomain && error.code == match.rawValue
    }
  }
}

// The codes under the error's own name, as in `CNError(.recordDoesNotExist)` and `catch CNError.recordDoesNotExist`.
extension CNError {
  /// See ``Code/communicationError``.
  public static var communicationError: Code { .communicationError }
  /// See ``Code/dataAccessError``.
  public static var dataAccessError: Code { .dataAccessError }
  /// See ``Code/authorizationDenied``.
  public static var authorizationDenied: Code { .authorizationDenied }
  /// See ``Code/noAccessableWritableContainers``.
  public static var noAccessableWritableContainers: Code { .noAccessableWritableContainers }
  /// See ``Code/unauthorizedKeys``.
  public static var unauthorizedKeys: Code { .unauthorizedKeys }
  /// See ``Code/featureDisabledByUser``.
  public static var featureDisabledByUser: Code { .featureDisabledByUser }
  /// See ``Code/featureNotAvailable``.
  public static var featureNotAvailable: Code { .featureNotAvailable }
  /// See ``Code/recordDoesNotExist``.
  public static var recordDoesNotExist: Code { .recordDoesNotExist }
  /// See ``Code/insertedRecordAlreadyExists``.
  public static var insertedRecordAlreadyExists: Code { .insertedRecordAlreadyExists }
  /// See ``Code/containmentCycle``.
  public static var containmentCycle: Code { .containmentCycle }
  /// See ``Code/containmentScope``.
  public static var containmentScope: Code { .containmentScope }
  /// See ``Code/parentRecordDoesNotExist``.
  public static var parentRecordDoesNotExist: Code { .parentRecordDoesNotExist }
  /// See ``Code/recordIdentifierInvalid``.
  public static var recordIdentifierInvalid: Code { .recordIdentifierInvalid }
  /// See ``Code/recordNotWritable``.
  public static var recordNotWritable: Code { .recordNotWritable }
  /// See ``Code/parentContainerNotWritable``.
  public static var parentContainerNotWritable: Code { .parentContainerNotWritable }
  /// See ``Code/validationMultipleErrors``.
  public static var validationMultipleErrors: Code { .validationMultipleErrors }
  /// See ``Code/validationTypeMismatch``.
  public static var validationTypeMismatch: Code { .validationTypeMismatch }
  /// See ``Code/validationConfigurationError``.
  public static var validationConfigurationError: Code { .validationConfigurationError }
  /// See ``Code/predicateInvalid``.
  public static var predicateInvalid: Code { .predicateInvalid }
  /// See ``Code/policyViolation``.
  public static var policyViolation: Code { .policyViolation }
  /// See ``Code/clientIdentifierInvalid``.
  public static var clientIdentifierInvalid: Code { .clientIdentifierInvalid }
  /// See ``Code/clientIdentifierDoesNotExist``.
  public static var clientIdentifierDoesNotExist: Code { .clientIdentifierDoesNotExist }
  /// See ``Code/clientIdentifierCollision``.
  public static var clientIdentifierCollision: Code { .clientIdentifierCollision }
  /// See ``Code/changeHistoryExpired``.
  public static var changeHistoryExpired: Code { .changeHistoryExpired }
  /// See ``Code/changeHistoryInvalidAnchor``.
  public static var changeHistoryInvalidAnchor: Code { .changeHistoryInvalidAnchor }
  /// See ``Code/changeHistoryInvalidFetchRequest``.
  public static var changeHistoryInvalidFetchRequest: Code { .changeHistoryInvalidFetchRequest }
  /// See ``Code/vCardMalformed``.
  public static var vCardMalformed: Code { .vCardMalformed }
  /// See ``Code/vCardSummarizationError``.
  public static var vCardSummarizationError: Code { .vCardSummarizationError }
}
