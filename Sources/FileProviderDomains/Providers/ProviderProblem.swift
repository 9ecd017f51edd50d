import FileProviderInterface
package import FileProviderProcess
package import FileProviderProgram
package import FileProviderReplica
package import FileProviderStore

/// Why a part of a domain and its provider are not synchronized, for output.
package struct ProviderProblem: Sendable {
  /// The item; `nil` where it is the provider's changes, or everything.
  package var path: String?
  var identifier: String?
  /// What cannot be done: `create`, `modify`, `delete`, `list`, `read`, `push` for all changes made here, `pause` for those of a paused domain or on a metered network, or `pull` for the provider's changes.
  var operation: String
  /// Since when, in microseconds since 1970.
  package var since: Int64
  /// How many items it is about.
  package var count: Int64 = 1
  /// The provider's error, in its own words.
  package var words: String
  /// Whether user action is required.
  package var needsUserAction: Bool
  package var remedy: String?

  package init(_ item: PendingItem, _ reader: StoreReader) throws(StoreError) {
    path = item.path
    identifier = try reader.identifier(of: item.item).rawValue
    operation = item.operation.rawValue
    since = item.since
    words = item.errorSentence ?? "the provider refused it"
    needsUserAction = item.needsUserAction
    remedy = try Self.remedy(item.errorDomain, item.errorCode, reader, isParked: item.state == .parked)
  }

  package init(_ problem: ProcessDetails.Problem, _ reader: StoreReader) throws(StoreError) {
    if let item = problem.item, item != .root {
      path = try reader.path(of: item)
      identifier = try reader.identifier(of: item).rawValue
      operation = try reader.item(item)?.isFolder == true ? "list" : "read"
    } else {
      path = problem.item == nil ? nil : "/"
      operation = problem.item == nil ? "pull" : "list"
    }
    since = problem.since
    count = Int64(problem.count)
    words = problem.error.description
    needsUserAction = ProviderErrorPolicy.needsUserAction(problem.error.error)
    remedy = try Self.remedy(problem.error.domain, problem.error.code, reader)
  }

  package init(_ failure: SynchronizationOutcome.Failure, _ reader: StoreReader, since: Int64) throws(StoreError) {
    let container = NSFileProviderItemIdentifier(failure.container)
    identifier = failure.container
    operation = container == .workingSet ? "pull" : "list"
    if container != .workingSet, let folder = try ProvidedReader(reader).folder(identifiedBy: failure.container) {
      path = try reader.path(of: folder.id)
    }
    self.since = since
    words = failure.error.description
    needsUserAction = ProviderErrorPolicy.needsUserAction(failure.error.error)
    remedy = try Self.remedy(failure.error.domain, failure.error.code, reader)
  }

  /// A kind of call that fails, whichever item it is about.
  package init(_ failure: CallRecord.Failure, of kind: CallRecord.Kind, _ reader: StoreReader) throws(StoreError) {
    operation = kind.rawValue
    since = failure.since
    words = failure.words
    needsUserAction = ProviderErrorPolicy.needsUserAction(failure.error)
    remedy = try Self.remedy(failure.domain, Int64(failure.code), reader)
  }

  /// The held deletions.
  ///
  /// - Parameter domain: The name of the domain.
  package init(_ held: HeldDeletions, domain: String) {
    let sync = "“\(HostProgram.current.name) sync --domain \(ShellWord.quoted(domain))"
    operation = "hold"
    since = held.since
    count = held.items
    words = "the provider deleted \(HumanText.items(held.items))"
    needsUserAction = true
    remedy = "decide with \(sync) --accept-deletions” or \(sync) --restore”"
  }

  /// The pending changes of a paused domain, or on a metered network.
  package init(paused items: Int64, since: Int64?, _ words: String, remedy: String) {
    operation = "pause"
    self.since = since ?? 0
    count = items
    self.words = words
    needsUserAction = true
    self.remedy = remedy
  }

  /// What to do about an error of the provider, if that is known.
  static func remedy(
    _ domain: String?, _ code: Int64?, _ reader: StoreReader, isParked: Bool = false
  ) throws(StoreError) -> String? {
    let program = HostProgram.current.name
    if domain == NSFileProviderErrorDomain {
      switch code.flatMap({ Int(exactly: $0) }).flatMap(NSFileProviderError.Code.init(rawValue:)) {
      case .notAuthenticated:
        // A server's password is set on the domain.
        return try reader.setting(CarriedProvider.setting) == nil
          ? "sign in at the provider, then “\(program) sync”"
          : "“\(program) domain set” sets another name or password (--user, --password-file, --login)"
      case .insufficientQuota: return "free space at the provider, then “\(program) sync”"
      default: break
      }
    }
    if domain == NSCocoaErrorDomain, code == Int64(CocoaError.Code.fileWriteOutOfSpace.rawValue) {
      return "free space on this machine, then “\(program) sync”"
    }
    return isParked ? "change the item, or retry with “\(program) sync”" : nil
  }

  /// The problem as one line of text.
  package var line: String {
    var line = path ?? Self.all[operation] ?? "all items"
    if count > 1, operation != "hold", operation != "pause" { line += " and \(HumanText.count(count - 1)) more" }
    line +=
      ": \(Self.words[operation] ?? operation) since \(HumanText.time(Timestamp(rawValue: since &* 1000))): \(words)"
    if let remedy { line += "; \(remedy)" }
    return line
  }

  private static let all = [
    "pull": "remote changes", "list": "folders", "read": "documents", "push": "local changes",
    "hold": "mass deletion", "pause": "local changes",
  ]
  private static let words = [
    "create": "not created", "modify": "not changed", "delete": "not deleted", "list": "not listed",
    "read": "not read", "push": "not uploaded", "pull": "not fetched", "hold": "held", "pause": "not uploaded",
  ]

  package func write(to writer: ByteWriter) throws {
    var object = try JSONObject(writer)
    try object.add("path", path)
    try object.add("identifier", identifier)
    try object.add("operation", operation)
    try object.add("since", microseconds: since)
    try object.add("items", count)
    try object.add("error", words)
    try object.add("needsPerson", needsUserAction)
    try object.add("remedy", remedy)
    try object.end()
  }

  package static func write(_ problems: [ProviderProblem], to writer: ByteWriter) throws {
    try writer.append(UInt8(ascii: "["))
    for (index, problem) in problems.enumerated() {
      if index > 0 { try writer.append(UInt8(ascii: ",")) }
      try problem.write(to: writer)
    }
    try writer.append(UInt8(ascii: "]"))
  }
}
