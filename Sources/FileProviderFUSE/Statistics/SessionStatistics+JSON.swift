import Foundation

extension SessionStatistics {
  /// The statistics as JSON, for `.fileprovider/stats.json`.
  var json: Data {
    struct Request: Encodable {
      var operation: String
      var count: UInt64
      var p50Microseconds: Double
      var p99Microseconds: Double
    }
    struct Report: Encodable {
      var version = 1
      var mostReaders: Int
      var openFiles: Int
      var openDirectories: Int
      var passthrough: Bool
      var passthroughRefusal: String?
      var waitingRequests: Int
      var live: [String: Int]
      var requests: [Request]
      var splicedWrites: UInt64
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    let report = Report(
      mostReaders: mostReaders, openFiles: openFiles, openDirectories: openDirectories,
      passthrough: passthroughRefusal == nil, passthroughRefusal: passthroughRefusal, waitingRequests: waitingRequests,
      live: liveEnumerators,
      requests: requests.map {
        Request(
          operation: $0.operation, count: $0.count, p50Microseconds: $0.p50Microseconds,
          p99Microseconds: $0.p99Microseconds)
      }, splicedWrites: splicedWrites)
    return ((try? encoder.encode(report)) ?? Data()) + Data("\n".utf8)
  }
}
