import CProbes

/// A visit of every item, timed.
enum Walk {
  static func run(_ path: String, _ mode: walk_mode) throws -> walk_result {
    var result = walk_result()
    try Failure.checkProbe(probe_walk(path, mode, &result), path)
    return result
  }

  static func rate(_ result: walk_result) -> Double {
    Double(result.items) / (Double(result.elapsed) / 1e9)
  }
}
