package import FileProviderStore

extension PendingItem {
  /// What the provider answered last, if that was an error, in its own words if it has some.
  package var errorSentence: String? {
    guard let errorDomain else { return nil }
    return errorText ?? "\(errorDomain) \(errorCode ?? 0)"
  }
}
