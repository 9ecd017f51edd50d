import FileProviderProcess
import FileProviderProgram
import FileProviderStore

/// Why no change made in a domain is sent, and only what programs wait for is downloaded.
enum TransferRestraint: Hashable {
  case paused(TransferPause)
  case metered

  /// - Parameter process: The provider's process, if it runs.
  init?(_ reader: StoreReader, _ process: ProcessStatus?) throws(StoreError) {
    if let pause = try ProvidedReader(reader).transferPause() {
      self = .paused(pause)
    } else if process?.details?.isMetered == true {
      self = .metered
    } else {
      return nil
    }
  }

  /// Why, and until when.
  var words: String {
    switch self {
    case .paused(let pause):
      "paused until " + (pause.end.map { HumanText.time($0) } ?? "“\(HostProgram.current.name) resume”")
    case .metered: "the network is metered"
    }
  }

  /// Why, until when, and what that means.
  var sentence: String { "\(words): no change made here is sent, and only what programs wait for is downloaded" }

  /// How a user ends it.
  func remedy(for domain: String) -> String {
    switch self {
    case .paused: "“\(HostProgram.current.name) resume \(domain)” resumes"
    case .metered: "“\(HostProgram.current.name) domain set \(domain) --metered all” uploads on such networks, too"
    }
  }

  /// The members for a domain with a provider.
  static func write(_ restraint: TransferRestraint?, into object: inout JSONObject) throws {
    var pause: TransferPause?
    if case .paused(let some) = restraint { pause = some }
    try object.add("paused", pause != nil)
    if let end = pause?.end {
      try object.add("pausedUntil", microseconds: end.rawValue / 1000)
    } else {
      try object.add("pausedUntil", nil)
    }
    try object.add("restrainedByNetwork", restraint == .metered)
  }
}
