/// One condition that the machine or a domain has to meet, as `doctor` found it.
struct Condition: Sendable {
  enum State: String, Sendable {
    case ok
    /// Something works less well, or not in every case.
    case warning
    /// Something does not work at all.
    case problem
  }

  var name: String
  var state: State
  /// What was found.
  var finding: String
  /// What to do about it.
  var remedy: String?

  static func ok(_ name: String, _ finding: String, remedy: String? = nil) -> Condition {
    Condition(name: name, state: .ok, finding: finding, remedy: remedy)
  }

  static func warning(_ name: String, _ finding: String, remedy: String? = nil) -> Condition {
    Condition(name: name, state: .warning, finding: finding, remedy: remedy)
  }

  static func problem(_ name: String, _ finding: String, remedy: String? = nil) -> Condition {
    Condition(name: name, state: .problem, finding: finding, remedy: remedy)
  }
}
