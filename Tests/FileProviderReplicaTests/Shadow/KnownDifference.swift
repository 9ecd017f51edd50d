import FileProviderSync

/// Decisions in which the planner and the replica are known to differ, and why. The list is to become shorter.
struct KnownDifference {
  /// Whose the difference is.
  enum Cause: String {
    /// Both do the same in another order, or the replica asks once more.
    case order
    /// The planner has no such rule.
    case planner
    /// The replica is less careful than the planner.
    case replica
  }

  let side: ShadowClass.Side
  let planned: Set<ShadowStep>
  let done: Set<ShadowStep>
  let cause: Cause
  let reason: String
  private let applies: @Sendable (ShadowCell) -> Bool

  private init(
    _ side: ShadowClass.Side, _ planned: Set<ShadowStep>, _ done: Set<ShadowStep>, _ cause: Cause, _ reason: String,
    where applies: @escaping @Sendable (ShadowCell) -> Bool = { _ in true }
  ) {
    (self.side, self.planned, self.done, self.cause, self.reason) = (side, planned, done, cause, reason)
    self.applies = applies
  }

  /// The first that explains a difference; `nil` if it is new.
  static func explaining(_ kind: ShadowClass) -> KnownDifference? {
    all.first {
      $0.side == kind.side && $0.planned.contains(kind.planned) && $0.done.contains(kind.done) && $0.applies(kind.cell)
    }
  }

  private static let questions: Set<ShadowStep> = [.ask, .list, .fetch]
  private static let calls: Set<ShadowStep> = [
    .callCreate, .callMove, .callContents, .callFields, .callMoveAndContents, .callTemporaryName, .callDelete,
  ]

  private static let all = uploads + statements + delays

  private static let uploads = [
    KnownDifference(
      .push, questions, [.wait], .order, "Another part of the replica asks: for stale identifiers, or by listing."),
    KnownDifference(
      .push, Set(ShadowStep.allCases), calls.union([.wait, .ask, .nothing]), .order,
      "What follows from a deletion at the provider is decided when the changes have been read.",
      where: { $0.observed == .gone }),
    KnownDifference(
      .push, calls.union([.nothing]), [.wait], .order,
      "The replica waits for calls and questions on everything above and below a folder, whatever the call changes."),
    KnownDifference(
      .push, calls.union([.wait, .rename, .nothing, .didNotHappen]), [.resolve], .order,
      "The replica looks for each unconfirmed creation by itself, and the planner first for its folder."),
    KnownDifference(
      .push, [.wait], [.callMove, .callTemporaryName, .callCreate, .callDelete], .replica,
      "The replica waits for unconfirmed moves of other items, and not for their other unconfirmed calls.",
      where: { [.moved, .created, .deleted].contains($0.local) && $0.call == .none }),
    KnownDifference(
      .push, questions, calls, .replica,
      "The replica does not wait for questions on the item, on the new folder, or on the holder of the name."),
    KnownDifference(
      .push, questions, [.callDelete], .order,
      "What a listing lacked and was deleted here is deleted without a question.",
      where: { $0.local == .deleted }),
    KnownDifference(
      .push, questions, [.callTemporaryName], .replica,
      "An item gets a temporary name before what was reported of it is known."),
    KnownDifference(
      .push, [.rename], calls.union([.wait]), .replica,
      "The replica has the provider refuse a name that is not free, and gives way then."),
    KnownDifference(
      .push, calls.union(questions).union([.wait, .rename]), [.transfer], .planner,
      "The planner does not know that a document was renamed to be a backup of what has its name now."),
  ]

  private static let statements = [
    KnownDifference(
      .pull, [.wait], [.create, .adopt], .replica,
      "The replica compares an unknown item with an open creation by size and place, although both may have changed."),
    KnownDifference(
      .pull, [.fetch], [.create, .adopt, .take, .takeContents], .replica,
      "Contents that may be equal are compared when the provider refuses the creation, and not before."),
    KnownDifference(
      .pull, [.list], [.create, .adopt, .take, .takeContents, .nothing], .order,
      "What is in a folder with another identifier is recognised item by item, and not when all of it is listed."),
    KnownDifference(
      .pull, [.ask, .wait, .rename, .restore, .create], [.nothing], .order,
      "What does not fit yet is written later in the batch, or found when the folder is listed."),
    KnownDifference(
      .pull, [.wait, .rename], [.restore], .replica,
      "Of two links that were given other targets, ours keeps the name here, until the provider refuses it.",
      where: { $0.kind == .link }),
    KnownDifference(
      .pull, [.restore, .acknowledge, .wait, .rename], [.nothing, .restore, .acknowledge, .forget], .order,
      "A folder that was deleted here is restored when the provider refuses its deletion, or with what is in it.",
      where: { $0.local == .deleted || $0.observed == .moved }),
    KnownDifference(
      .pull, [.nothing, .ask], [.restore], .order, "A folder is restored for something new that is in it.",
      where: { $0.local == .deleted }),
    KnownDifference(
      .pull, [.rename, .ask, .wait], [.create, .adopt, .take, .takeContents, .acknowledge, .restore], .replica,
      "A name that is not free is another one here at once: no question about its holder, and no conflict name."),
    KnownDifference(
      .pull, questions, [.conflictCopy], .replica, "Contents are set aside although a question about the item is open."),
    KnownDifference(
      .pull, [.didNotHappen, .confirm], Set(ShadowStep.allCases), .order,
      "The planner ends the unconfirmed call first."),
    KnownDifference(
      .pull, Set(ShadowStep.allCases), [.ask], .order,
      "The replica asks once more where a call or an unconfirmed creation may have to do with it."),
  ]

  /// What the replica never does, the histories of `PushLawTests` find.
  private static let delays = [
    KnownDifference(.push, Set(ShadowStep.allCases), [.wait, .ask, .resolve], .order, "The replica does it later."),
    KnownDifference(
      .pull, Set(ShadowStep.allCases).subtracting([.takeContents, .conflictCopy]), [.nothing], .order,
      "The replica does it later."),
  ]
}
