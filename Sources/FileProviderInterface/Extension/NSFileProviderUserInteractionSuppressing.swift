/// A provider that remembers which of its questions a user does not want to be asked again.
///
/// Apple: File Provider / `NSFileProviderUserInteractionSuppressing`.
public protocol NSFileProviderUserInteractionSuppressing: NSObjectProtocol {
  /// Remembers whether a question is to be left out.
  func setInteractionSuppressed(_ suppression: Bool, forIdentifier suppressionIdentifier: String)

  /// Whether a question is to be left out.
  func isInteractionSuppressed(forIdentifier suppressionIdentifier: String) -> Bool
}
