import Synchronization

/// Something that is done once, whoever tries how often.
final class Once: Sendable {
  private let isLeft = Atomic(true)

  /// - Returns: Whether it is this caller who shall do it.
  func take() -> Bool { isLeft.exchange(false, ordering: .acquiringAndReleasing) }
}
