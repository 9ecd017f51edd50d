import FileProviderDomains
import FileProviderProgram

/// The result of a synchronization.
struct SyncReport {
  /// Whether both sides have everything; `nil` where that was not waited for.
  var inStep: Bool?
  /// Number of items not uploaded yet.
  var waiting: Int64
  /// When the oldest change of them was made, in microseconds since 1970.
  var oldest: Int64?
  var problems: [ProviderProblem]
  /// Whether the time was over.
  var isLate = false

  func print() {
    for problem in problems { Console.line(HumanText.printable(problem.line, isTerminal: Console.isTerminal)) }
    guard inStep == false else { return }
    let rest = waiting == 0 ? "not everything is up to date" : Self.text(waiting: waiting)
    let reason = isLate ? "; timed out" : ""
    Console.say("\(rest)\(reason); “\(HostProgram.current.name) pending” lists the changes not uploaded")
  }

  /// “1 item waits for the provider”.
  static func text(waiting: Int64) -> String {
    "\(HumanText.items(waiting)) not uploaded yet"
  }

  func printJSON() throws {
    let writer = ByteWriter()
    var object = try JSONObject(writer)
    try object.add("version", Int64(1))
    if let inStep { try object.add("inStep", inStep) }
    try object.add("waiting", waiting)
    if let oldest {
      try object.add("oldestWaiting", microseconds: oldest)
    } else {
      try object.add("oldestWaiting", nil)
    }
    try object.add("timedOut", isLate)
    try object.add("problems") { try ProviderProblem.write(problems, to: $0) }
    try object.end()
    try writer.append(UInt8(ascii: "\n"))
    try writer.flush()
  }
}
