/// How a provider is checked.
public struct ValidationOptions: Sendable {
  /// Whether nothing is changed; rules that need changes are then not applicable.
  public var isReadOnly = false
  /// In how many seconds a call has to be answered.
  public var deadline = 30.0
  /// For how many seconds a server may show what was before a change.
  public var patience = 5.0
  /// Whether to stop, clean up, and return what was found so far. Asked often, from any thread.
  public var isInterrupted: @Sendable () -> Bool = { false }
  /// Called before each rule, with how many were checked and how many there are.
  public var onProgress: @Sendable (_ rule: ConformanceRule, _ done: Int, _ count: Int) -> Void = { _, _, _ in }

  /// The usual way.
  public init() {}
}
