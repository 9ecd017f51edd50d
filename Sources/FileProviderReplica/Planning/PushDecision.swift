/// What is done next about a pending row.
enum PushDecision: Hashable {
  /// The provider is asked for the item with this identifier first.
  case ask(String)
  /// It is found out first whether the item was created.
  case resolve
  /// The row is looked at again later.
  case postpone
  case take(PushPlanner<StorePushView>.Step)
}
