import FileProviderSync

/// What the planner or the engine does next with an item, so far as the two can be compared.
enum ShadowStep: String, CaseIterable {
  case nothing, wait, ask, list, fetch, take, takeContents = "take contents", acknowledge, create, adopt, rename
  case conflictCopy = "conflict copy"
  case restore, remove, forget, unbind, place, recognise, confirm
  case didNotHappen = "did not happen"
  case callCreate = "call create"
  case callMove = "call move"
  case callContents = "call contents"
  case callFields = "call fields"
  case callMoveAndContents = "call move, contents"
  case callTemporaryName = "call temporary name"
  case callDelete = "call delete"
  // Only the engine has these.
  case resolve
  case transfer = "transfer identity"

  init(_ step: Step, in surroundings: some Surroundings) {
    self =
      switch step {
      case .nothing, .drop: .nothing
      case .wait: .wait
      case .ask, .reclaim: .ask
      case .list: .list
      case .fetch: .fetch
      case .take(_, at: _, .kept): .take
      case .take: .takeContents
      case .acknowledge: .acknowledge
      case .create: .create
      case .adopt: .adopt
      case .rename, .setAside: .rename
      case .place: .place
      case .conflictCopy: .conflictCopy
      case .restore: .restore
      case .remove: .remove
      case .forget: .forget
      case .unbind: .unbind
      case .recognise: .recognise
      case .confirm: .confirm
      case .didNotHappen: .didNotHappen
      case .call(let call): ShadowStep(call, in: surroundings)
      }
  }

  private init(_ call: Call, in surroundings: some Surroundings) {
    switch call.wish {
    case .create: self = .callCreate
    case .delete: self = .callDelete
    case .modify:
      let isTemporary = call.place.map { $0 != surroundings.local(call.number)?.place } ?? false
      self =
        isTemporary
        ? .callTemporaryName : ShadowStep(moves: call.place != nil, sendsContents: call.snapshot != nil)
    }
  }

  init(moves: Bool, sendsContents: Bool) {
    self =
      moves ? sendsContents ? .callMoveAndContents : .callMove : sendsContents ? .callContents : .callFields
  }
}
