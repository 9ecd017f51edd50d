import Foundation
import Glibc

/// Finds out what a server can, by trying it on a scratch file. Some servers ignore what they do not know, so asking is not enough.
struct ServerProbe {
  /// A finding as text: a missing capability includes its consequence.
  struct Finding: Sendable {
    /// What it is about, for scripts.
    var key: String
    var isGood: Bool
    var text: String
  }

  struct Report: Sendable {
    var facts = ServerFacts()
    var findings: [Finding] = []
  }

  let transport: Transport
  let cancellation: Cancellation?

  init(_ transport: Transport, _ cancellation: Cancellation? = nil) {
    self.transport = transport
    self.cancellation = cancellation
  }

  /// Tries everything.
  ///
  /// - Throws: When there is no collection to be mounted.
  func run() throws -> Report {
    var report = Report()
    try probeCollection(&report)
    try probeWriting(&report)
    return report
  }

  var isCardDAV: Bool { transport.settings.isCardDAV }

  func server(_ report: Report) -> WebDAVServer { WebDAVServer(transport: transport, facts: report.facts) }

  // MARK: Reading

  private func probeCollection(_ report: inout Report) throws {
    var properties: [XMLName: StatusEntry.Property]?
    let asked =
      RemoteEntry.cloudProperties + ServerRoom.properties + [
        .dav("sync-token"), .dav("supported-report-set"), .apache("executable"), Privileges.property,
      ]
    do {
      _ = try server(report).report(
        "PROPFIND", .root, body: WebDAVServer.propfind(asked), depth: "0", cancellation
      ) { if properties == nil { properties = $0.properties } }
    } catch let error as WebDAVError where [400, 405, 501].contains(error.status) {
      throw WebDAVError(.local("no WebDAV collection at this address: \(error)"))
    }
    guard let properties else { throw WebDAVError(.badAnswer("no properties of the collection")) }
    guard properties[.dav("resourcetype")]?.elements.contains(.dav("collection")) ?? true else {
      throw WebDAVError(.local("this address is a document, not a collection"))
    }
    report.facts.isCloud = !isCardDAV && properties[.ownCloud("fileid")]?.text.isEmpty == false
    report.facts.hasChunks = report.facts.isCloud && server(report).cloudPlace != nil
    report.facts.hasQuota = ServerRoom(properties) != nil
    report.facts.hasPrivileges = properties[Privileges.property] != nil
    if isCardDAV { return try probeBooks(&report) }
    report.facts.hasSyncTokens = Self.hasSyncTokens(properties)
    report.add("collection", true, "the collection exists")
    report.add(
      "quota", report.facts.hasQuota == true, "the server reports the free space",
      else: "the server reports no free space or no limit: “df” shows the disk of this machine")
    if report.facts.isCloud {
      report.add("item-numbers", true, "items have numbers: an item renamed on the server stays the same item")
    } else {
      addChanges(to: &report)
    }
  }

  func addChanges(to report: inout Report) {
    report.add(
      "changes", report.facts.hasSyncTokens, "folders report their changes",
      else: "folders do not report their changes: each is listed again periodically")
  }

  /// Whether a collection reports its changes since a token.
  static func hasSyncTokens(_ properties: [XMLName: StatusEntry.Property]) -> Bool {
    properties[.dav("supported-report-set")]?.elements.contains(.dav("sync-collection")) == true
      && properties[.dav("sync-token")]?.text.isEmpty == false
  }

  // MARK: Writing

  private func probeWriting(_ report: inout Report) throws {
    let visible = "openfileprovider-\(UUID().uuidString.prefix(8))"
    // Some servers refuse hidden names.
    let names = isCardDAV ? [visible] : ["." + visible, visible]
    guard let (folder, name) = try folderForProbe(names, &report) else { return }
    let scratch = scratch(name, in: folder, report)
    let other = self.scratch("\(name)-2", in: folder, report)
    defer {
      remove(scratch, report)
      remove(other, report)
    }
    try probeContents(scratch, &report)
    if isCardDAV { try probeIdentity(scratch, other, &report) }
    try probeConditions(scratch, &report)
    try probeMoves(scratch, other, &report)
    try probeRanges(scratch, &report)
    try probeMarks(scratch, &report)
    try probeDeletion(scratch, &report)
    if report.facts.isCloud { try probeTrash(scratch, &report) }
  }

  /// Removes a scratch file. A server that is busy for a moment is asked again: what stays would be among the user's documents.
  private func remove(_ scratch: RemotePath, _ report: Report) {
    for _ in 0..<5 {
      do {
        _ = try server(report).delete(scratch)
        return
      } catch let error as WebDAVError where error.status == 423 || error.status ?? 0 >= 500 {
        Thread.sleep(forTimeInterval: 0.2)
      } catch { return }
    }
  }

  /// Makes the scratch file in the top folder, or else in one of the first folders in it that takes it: what a folder refuses, those below it may take.
  ///
  /// - Parameter names: The names that it may have, the best first.
  /// - Returns: The folder, and the name; `nil` when the file is nowhere.
  private func folderForProbe(
    _ names: [String], _ report: inout Report
  ) throws -> (folder: RemotePath, name: String)? {
    func place(in folder: RemotePath, _ report: Report) throws -> (folder: RemotePath, name: String)? {
      for name in names {
        let isRefused = try refuses([400, 403, 405, 409, 501]) {
          _ = try put(scratch(name, in: folder, report), .none, report)
        }
        if !isRefused { return (folder, name) }
      }
      return nil
    }
    if !isCardDAV {
      if let place = try place(in: .root, report) { return place }
      report.facts.topIsReadOnly = true
    }
    let asked = report
    let all = try server(report).list(.root, cancellation).children.keys.filter(\.isFolder)
    let folders = all.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.prefix(Self.mostFolders)
    let found = folders.lazy.compactMap { try? place(in: $0, asked) }.first
    let isAny = isCardDAV && folders.isEmpty
    report.facts.canWrite = found != nil || report.facts.reportsPermissions || all.count > folders.count || isAny
    if isCardDAV, report.facts.canWrite { return found }
    report.add(
      "writing", false, "",
      else: report.facts.canWrite
        ? "the top folder accepts no files: only folders below it are writable"
        : "files cannot be written: the domain is read-only")
    return found
  }

  /// So many folders are tried when the top takes no files.
  private static let mostFolders = 16

  private static let wrongTag = WebDAVServer.Precondition.has(
    EntityTag("\"openfileprovider-no-such-version\"").unsafelyUnwrapped)

  func put(_ path: RemotePath, _ condition: WebDAVServer.Precondition, _ report: Report) throws -> Response {
    if isCardDAV { return try putText(path, report, condition) }
    return try server(report).put(
      Self.null, length: 0, to: path, condition, headers: [("X-OC-Mtime", "1000000000")], cancellation)
  }

  /// An empty file; it stays open.
  private static let null = open("/dev/null", O_RDONLY | O_CLOEXEC)

  /// A scratch file's place.
  private func scratch(_ name: String, in folder: RemotePath, _ report: Report) -> RemotePath {
    folder.appending(Array((isCardDAV ? name + ".vcf" : name).utf8), isFolder: false)
  }

  /// Whether the server refuses something.
  func refuses(_ status: [Int] = [412], _ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return false
    } catch let error as WebDAVError {
      guard let code = error.status else { throw error }
      return status.contains(code)
    }
  }

  private func probeConditions(_ scratch: RemotePath, _ report: inout Report) throws {
    let facts = report
    let checksNew = try refuses { _ = try put(scratch, .isNew, facts) }
    let checksVersion = try refuses { _ = try put(scratch, Self.wrongTag, facts) }
    // A weak one is in no condition.
    let tag = try server(report).entry(at: scratch, cancellation).tag
    let takesVersion = try tag.map { tag in try !refuses { _ = try put(scratch, .has(tag), facts) } } ?? true
    report.facts.checksWrites = checksNew && checksVersion && takesVersion
    report.add(
      "conditional-writes", report.facts.checksWrites, "changes by others are not overwritten",
      else:
        "conditional writes are ignored: the version is checked just before each write; a change by others in that moment is lost"
    )
  }

  private func probeMoves(_ scratch: RemotePath, _ other: RemotePath, _ report: inout Report) throws {
    let server = server(report)
    _ = try put(other, .none, report)
    report.facts.keepsTargets = try refuses { try server.move(scratch, to: other, .none, cancellation) }
    let isThere = try server.entry(ifAt: scratch, cancellation) != nil
    if !isThere { _ = try put(scratch, .none, report) }
    try server.delete(other, .none, cancellation)
    do {
      report.facts.checksMoves = try checksMoves(scratch, other, report)
      try server.move(other, to: scratch, .none, cancellation)
    } catch let error as WebDAVError where [403, 405, 501].contains(error.status) { report.facts.hasMove = false }
    report.add(
      "moving", report.facts.hasMove, "items can be moved",
      else: "items cannot be moved: they are copied, and the originals deleted")
    guard !report.facts.hasMove else {
      return report.add(
        "conditional-moves", report.facts.checksMoves == true,
        "a document that others replaced is not moved",
        else:
          "conditional moves are ignored: the version is checked just before each move; a replacement in that moment is moved"
      )
    }
    do {
      try server.copy(scratch, to: other, cancellation)
    } catch let error as WebDAVError where [403, 405, 501].contains(error.status) {
      report.facts.hasCopy = false
      report.add(
        "copying", false, "items can be copied", else: "items cannot be copied: nothing can be moved or renamed")
    }
  }

  /// Whether the server moves a document as the version that it is, and not as another. Some refuse every version.
  ///
  /// It is moved in any case.
  private func checksMoves(_ scratch: RemotePath, _ other: RemotePath, _ report: Report) throws -> Bool {
    let server = server(report)
    func moves(_ condition: WebDAVServer.Precondition) throws -> Bool {
      try !refuses(Array(400..<600)) { try server.move(scratch, to: other, condition, cancellation) }
    }
    if try moves(Self.wrongTag) { return false }
    // A weak one is in no condition.
    let tag = try server.entry(at: scratch, cancellation).tag
    if try moves(tag.map { .has($0) } ?? .none) { return true }
    try server.move(scratch, to: other, .none, cancellation)
    return false
  }

  private func probeRanges(_ scratch: RemotePath, _ report: inout Report) throws {
    _ = try putText(scratch, report)
    var request = Request("GET", transport.endpoint.url(scratch))
    request.headers = [("Range", "bytes=0-0")]
    // The reason for failed reads was reported before.
    report.facts.hasRanges = try !refuses(Array(400..<600)) {
      if try transport.perform(request, cancellation).status != 206 { throw WebDAVError(.status(416)) }
    }
    report.add(
      "ranges", report.facts.hasRanges, "downloads can be resumed",
      else: "downloads cannot be resumed: an interrupted one starts again")
  }

  private func probeMarks(_ scratch: RemotePath, _ report: inout Report) throws {
    let response = try put(scratch, .none, report)
    report.facts.takesDates = response.headers["x-oc-mtime"]?.lowercased() == "accepted"
    report.add(
      "dates", report.facts.takesDates, "dates of documents are preserved",
      else: "dates of documents are not preserved: dates set here are kept on this machine only")
    guard !report.facts.isCloud, !isCardDAV else { return }
    do {
      try server(report).setProperties(
        "<x:executable xmlns:x=\"http://apache.org/dav/props/\">F</x:executable>", of: scratch, cancellation)
      var asking = server(report).facts
      asking.hasExecutables = true
      let entry = try WebDAVServer(transport: transport, facts: asking).entry(at: scratch, cancellation)
      report.facts.hasExecutables = entry.isExecutable != nil
    } catch let error as WebDAVError where error.status != nil {}
  }

  private func probeDeletion(_ scratch: RemotePath, _ report: inout Report) throws {
    let server = server(report)
    report.facts.checksDeletions = try refuses { try server.delete(scratch, Self.wrongTag, cancellation) }
    report.add(
      "conditional-deletions", report.facts.checksDeletions, "changes by others are not deleted",
      else:
        "conditional deletions are ignored: the version is checked just before each deletion; a change by others in that moment is lost"
    )
  }
}

extension ServerProbe.Report {
  /// Notes what was found.
  ///
  /// - Parameters:
  ///   - key: What it is about. Scripts rely on it.
  ///   - other: The text if it is missing, with the consequence.
  mutating func add(_ key: String, _ isGood: Bool, _ text: String, else other: String = "") {
    findings.append(.init(key: key, isGood: isGood, text: isGood ? text : other))
  }
}
