package import FileProviderDomains
import FileProviderFUSE
package import FileProviderProgram
import Foundation

/// A mount's own status: the object in `status --json`, which is also sent over its socket.
package struct MountStatus: Codable, Sendable, Hashable {
  package struct Live: Codable, Sendable, Hashable {
    var root = 0
    var folder = 0
    var document = 0
    var workingSet = 0
    var trash = 0

    package var total: Int { root + folder + document + workingSet + trash }
  }

  package struct Request: Codable, Sendable, Hashable {
    package var operation: String
    package var count: Int
    package var p50Microseconds: Double
    package var p99Microseconds: Double
  }

  package var domain: String
  package var mountpoint: String
  package var pid: Int
  /// Microseconds since 1970.
  package var since: Int64
  package var live: Live
  package var openFiles: Int
  package var residentBytes: Int
  package var requests: [Request]
  /// Whether the kernel reads and writes large documents itself, and why not. `nil` from a mount of an earlier version.
  var passthrough: Bool?
  var passthroughRefusal: String?
  /// How the asking process found it.
  package var state = State.alive
  /// The process that mounts again when this mount dies, and how often it has. From the mount's note.
  var supervisor: Int?
  package var restarts = 0

  package enum State: String, Sendable { case alive, hung, dead }

  /// The members that are sent over the socket.
  private enum CodingKeys: CodingKey {
    case domain, mountpoint, pid, since, live, openFiles, residentBytes, requests, passthrough, passthroughRefusal
  }

  /// Whether the option `passthrough` has an effect, in words; `nil` without that option.
  package var passthroughText: String? {
    guard let passthrough, passthroughRefusal != SessionStatistics.passthroughNotRequested else { return nil }
    if passthrough { return "the kernel itself reads and writes large documents (-o passthrough)" }
    return "-o passthrough has no effect" + (passthroughRefusal.map { ": \($0)" } ?? "")
  }

  /// Takes over what the note of the mount has of its supervisor.
  package func supervised(as note: MountRegistry.Note) -> MountStatus {
    var status = self
    status.supervisor = note.isSupervised ? note.supervisor.map { Int($0) } : nil
    status.restarts = note.restarts
    return status
  }

  package func write(to writer: ByteWriter) throws {
    var object = try JSONObject(writer)
    try object.add("domain", domain)
    try object.add("mountpoint", mountpoint)
    try object.add("pid", Int64(pid))
    try object.add("since", microseconds: since)
    try object.add("liveEnumerators", Int64(live.total))
    try object.add("live") { writer in
      var counts = try JSONObject(writer)
      try counts.add("root", Int64(live.root))
      try counts.add("folder", Int64(live.folder))
      try counts.add("document", Int64(live.document))
      try counts.add("workingSet", Int64(live.workingSet))
      try counts.add("trash", Int64(live.trash))
      try counts.end()
    }
    try object.add("openFiles", Int64(openFiles))
    try object.add("residentBytes", Int64(residentBytes))
    if let passthrough { try object.add("passthrough", passthrough) } else { try object.add("passthrough", nil) }
    try object.add("passthroughRefusal", passthroughRefusal)
    try object.add("state", state.rawValue)
    if let supervisor { try object.add("supervisor", Int64(supervisor)) } else { try object.add("supervisor", nil) }
    try object.add("restarts", Int64(restarts))
    if restarts > 0 { try object.add("lastRestart", microseconds: since) } else { try object.add("lastRestart", nil) }
    try object.add("requests") { try writeRequests(to: $0) }
    try object.end()
  }

  private func writeRequests(to writer: ByteWriter) throws {
    try writer.append(UInt8(ascii: "["))
    for (index, request) in requests.enumerated() {
      if index > 0 { try writer.append(UInt8(ascii: ",")) }
      var object = try JSONObject(writer)
      try object.add("operation", request.operation)
      try object.add("count", Int64(request.count))
      try object.add("p50Microseconds") { try $0.append(String(format: "%.1f", request.p50Microseconds)) }
      try object.add("p99Microseconds") { try $0.append(String(format: "%.1f", request.p99Microseconds)) }
      try object.end()
    }
    try writer.append(UInt8(ascii: "]"))
  }
}
