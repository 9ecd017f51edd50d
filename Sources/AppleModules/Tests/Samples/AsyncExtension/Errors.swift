import FileProvider

typealias NSFileProviderErrorCode = NSFileProviderError.Code

extension Error {
  /// What the system understands.
  var presentable: any Error {
    switch self {
    case let error as ServerError: NSFileProviderError(error.forSystem)
    case is CancellationError: CocoaError(.userCancelled)
    default: self
    }
  }
}
