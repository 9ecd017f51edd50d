/// How a provider's process is.
package struct ProcessStatus: Hashable, Sendable {
  /// Its number. Not sent: the kernel reports it.
  package var process: Int32 = 0
  /// When it began, in microseconds since 1970.
  package var since: Int64
  /// Number of listings and downloads in progress or queued.
  package var loads: UInt32
  /// Its memory in use.
  package var residentBytes: UInt64
  /// What it does; `nil` where its program is of an earlier version.
  package var details: ProcessDetails?

  package init(since: Int64, loads: Int, residentBytes: Int, details: ProcessDetails? = nil) {
    self.details = details
    self.since = since
    self.loads = UInt32(clamping: loads)
    self.residentBytes = UInt64(clamping: residentBytes)
  }

  package var payload: [UInt8] {
    var writer = PayloadWriter()
    writer.add(since)
    writer.add(loads)
    writer.add(residentBytes)
    details?.write(to: &writer)
    return writer.bytes
  }

  package init(_ payload: [UInt8]) throws(ProtocolError) {
    var reader = PayloadReader(payload)
    since = try reader.number()
    loads = try reader.number()
    residentBytes = try reader.number()
    details = reader.rest.isEmpty ? nil : try ProcessDetails(&reader)
  }
}
