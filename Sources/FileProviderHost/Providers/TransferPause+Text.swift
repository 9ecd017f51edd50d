import FileProviderProgram
import FileProviderStore

extension TransferPause {
  /// That transfers are paused, until when, and what that means.
  var sentence: String { "\(words): nothing is uploaded, and only what programs wait for is downloaded" }

  /// That transfers are paused, and until when.
  var words: String { "paused until " + (end.map { HumanText.time($0) } ?? "“\(HostProgram.current.name) resume”") }

  /// The members for a domain that may be paused.
  static func write(_ pause: TransferPause?, into object: inout JSONObject) throws {
    try object.add("paused", pause != nil)
    if let end = pause?.end {
      try object.add("pausedUntil", microseconds: end.rawValue / 1000)
    } else {
      try object.add("pausedUntil", nil)
    }
  }
}
