import Synchronization

/// Something that is done once, however many callers try.
final class Once: Sendable {
  private let isLeft = Atomic(true)

  /// - Returns: Whether this caller is the one to do it.
  func take() -> Bool { isLeft.exchange(false, ordering: .acquiringAndReleasing) }
}
