public import FileProviderInterface
import Synchronization

/// It keeps what is suppressed as long as it lives, and reports it: `suppress IDENTIFIER`.
extension ScriptedProvider: NSFileProviderUserInteractionSuppressing {
  public func setInteractionSuppressed(_ suppression: Bool, forIdentifier suppressionIdentifier: String) {
    tell("\(suppression ? "suppress" : "show") \(suppressionIdentifier)")
    suppressed.withLock { identifiers in
      if suppression { identifiers.insert(suppressionIdentifier) } else { identifiers.remove(suppressionIdentifier) }
    }
  }

  public func isInteractionSuppressed(forIdentifier suppressionIdentifier: String) -> Bool {
    suppressed.withLock { $0.contains(suppressionIdentifier) }
  }
}
