import FileProviderInterface
import Foundation
import Glibc

extension Writer {
  /// Makes a new document.
  ///
  /// What is there and has the same bytes is taken for it: an earlier request may have made it whose answer was lost, as libcurl sends one again on a
  /// new connection when an old one turns out to be closed.
  func create(_ path: RemotePath, _ contents: URL?, date: Date?) throws -> Outcome {
    try withFile(contents) { file, length in
      try checkIdentity(path, file)
      if !session.facts.checksWrites, let holder = try holder(of: path) {
        return try adopt(holder, file, length) ?? { throw try collision(with: holder) }()
      }
      do {
        return try send(file, length, to: path, .isNew, date, replacing: nil)
      } catch let error as WebDAVError where isOfPlace(error) {
        // 405: a folder has the place.
        guard let holder = try holder(of: path) else {
          throw try confirmed(explained(error, path, file), in: path.parent)
        }
        return try adopt(holder, file, length) ?? { throw try collision(with: holder) }()
      }
    }
  }

  /// Takes what is there for what was sent, if it is the same, byte by byte. A CardDAV server may have reserialized it.
  ///
  /// - Returns: `nil` when it is something else, or the server gives it in another format.
  private func adopt(_ entry: RemoteEntry, _ file: Int32, _ length: Int64) throws -> Outcome? {
    guard !entry.path.isFolder, entry.size ?? length == length else { return nil }
    let fetched: Fetch.Fetched
    do { fetched = try Fetch(session, call).contents(of: entry.path, entry) } catch let error as WebDAVError {
      if case .otherFormat = error.reason { return nil }
      throw error
    }
    defer { unlink(fetched.url.path) }
    let isSame = try hasSameBytes(fetched.url, file)
    guard try isSame || hasSameCard(fetched.url, file) else { return nil }
    tree.endChange([entry.path], entry: fetched.item.entry)
    return Outcome(entry: fetched.item.entry, hasOtherContents: !isSame)
  }

  /// Replaces the contents of a document.
  ///
  /// - Parameter version: The version that the server has to have.
  func replace(_ path: RemotePath, _ contents: URL?, version: String, date: Date?) throws -> Outcome {
    try withFile(contents) { file, length in
      do {
        return try send(
          file, length, to: path, condition(for: path, version: version), date, replacing: version)
      } catch let error as WebDAVError where isOfPlace(error) || error.reason == .otherVersion {
        let holder = try holder(of: path)
        if let holder, let outcome = try adopt(holder, file, length) { return outcome }
        // Another version explains the refusal; so does a missing document.
        let isSame = holder?.contentVersion == version
        throw try confirmed(isSame ? explained(error, path, file) : error, path, holder, version: version)
      }
    }
  }

  /// Whether a refused write says something of what is at its place. A server of cards refuses a `UID` with 400 and 403 as well.
  private func isOfPlace(_ error: WebDAVError) -> Bool {
    [405, 409, 412].contains(error.status) || session.settings.isCardDAV && [400, 403].contains(error.status)
  }

  /// The condition under which an item is changed. Without one, the server has just reported that it has the version.
  func condition(for path: RemotePath, version: String, isChecked: Bool? = nil) throws -> WebDAVServer.Precondition {
    let isChecked = isChecked ?? session.facts.checksWrites
    if isChecked, let tag = tree.entry(path)?.tag, tag.text == version, !tag.isWeak { return .has(tag) }
    for attempt in 0..<Self.patience {
      let entry = try server.entry(at: path, cancellation)
      guard entry.contentVersion == version else { throw WebDAVError(.otherVersion) }
      guard isChecked, let tag = entry.tag else { return .none }
      if !tag.isWeak { return .has(tag) }
      // Apache's is weak until a second has passed since the document was written.
      if attempt + 1 < Self.patience { try pause(0.5) }
    }
    return .none
  }

  private static let patience = 4

  private func pause(_ seconds: Double) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end {
      try cancellation.check()
      usleep(20_000)
    }
  }

  // MARK: Sending

  /// - Parameter version: The version that the contents replace; `nil` for a new document.
  private func send(
    _ file: Int32, _ length: Int64, to path: RemotePath, _ condition: WebDAVServer.Precondition, _ date: Date?,
    replacing version: String?
  ) throws -> Outcome {
    var headers: [(name: String, value: String)] = []
    if let date, date.timeIntervalSince1970 >= 0, date.timeIntervalSince1970 < 1e11 {
      headers.append(("X-OC-Mtime", String(Int64(date.timeIntervalSince1970))))
    }
    if session.facts.isCloud, let checksum = try Checksum.header(of: file, cancellation) {
      headers.append(("OC-Checksum", checksum))
    }
    let begun = ContinuousClock.now
    let response = try upload(file, length, to: path, condition, headers)
    var outcome = try self.outcome(of: response, path, file, length, date, took: ContinuousClock.now - begun)
    if outcome.entry.contentVersion == version, response.tag?.text != version {
      // The server still has what was to be replaced: something else has answered, unless both have the same bytes.
      guard let same = try adopt(outcome.entry, file, length) else { throw WebDAVServer.notDone }
      outcome = same
    }
    tree.endChange([path, outcome.entry.path], entry: outcome.entry)
    if let date { session.dates.set(date, of: outcome.entry) }
    return outcome
  }

  private func upload(
    _ file: Int32, _ length: Int64, to path: RemotePath, _ condition: WebDAVServer.Precondition,
    _ headers: [(name: String, value: String)]
  ) throws -> Response {
    if session.facts.hasChunks, length > ChunkedUpload.smallest, let chunks = ChunkedUpload(self, path) {
      return try chunks.send(file, length, condition, headers)
    }
    return try server.put(file, length: length, to: path, condition, headers: headers, cancellation) {
      call.note($0, of: length)
    }
  }

  /// What the server has now.
  ///
  /// Only a strong entity tag proves that the server has the sent bytes, in an answer with a status for a write: what a portal answers in the server's
  /// place may have one as well. Otherwise it is asked, and another name counts as changed by somebody else, however alike the two are. Where the
  /// answer has no tag, the bytes are compared, unless there are many; size and date are if the server has no strong tags at all. A card has no size
  /// there: it is always compared.
  ///
  /// - Parameter duration: How long it took to send. Apache dates its answer by the beginning of the request, and a document by its end.
  private func outcome(
    of response: Response, _ path: RemotePath, _ file: Int32, _ length: Int64, _ date: Date?, took duration: Duration
  ) throws -> Outcome {
    let now = response.headers["date"].flatMap(HTTPDate.date)
    // A name beyond ASCII may be another one there, with its letters composed in another way.
    let isReported = session.facts.tagsOfWritesHold != false && [201, 204].contains(response.status)
    let reported = isReported && response.tag?.isWeak == false ? response.tag : nil
    if let reported, !session.facts.isCloud, path.bytes.allSatisfy({ $0 < 0x80 }) {
      var entry = tree.entry(path) ?? RemoteEntry(path)
      (entry.tag, entry.modified) = (reported, now)
      // None is asked for of a card.
      entry.size = session.settings.isCardDAV ? nil : length
      return Outcome(entry: entry)
    }
    let entry = try made(path)
    if let tag = response.tag, tag.names(entry.tag) { return Outcome(entry: entry) }
    if reported != nil, entry.tag != nil { return Outcome(entry: entry, hasOtherContents: true) }
    let wasDated = response.headers["x-oc-mtime"] != nil
    let expected = wasDated ? date.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) } : now
    let isCard = session.settings.isCardDAV
    var fits = isCard || entry.size ?? length == length
    let latest = 2 + (wasDated ? 0 : duration / .seconds(1))
    if let expected, let modified = entry.modified, !(-2...latest).contains(modified.timeIntervalSince(expected)) {
      fits = false
    }
    if fits, isCard || entry.tag?.isWeak == false && (1...Self.mostCompared).contains(length) {
      do {
        return try adopt(entry, file, length) ?? Outcome(entry: entry, hasOtherContents: true)
      } catch let error as WebDAVError where error.status != nil {
        // It takes documents that it does not give: that is no refusal of what was written.
      }
    }
    return Outcome(entry: entry, hasOtherContents: isCard || !fits)
  }

  /// What is longer is not fetched again to be compared.
  private static let mostCompared: Int64 = 1 << 20

  // MARK: Files

  private func withFile<Result>(_ url: URL?, _ body: (Int32, Int64) throws -> Result) throws -> Result {
    let file = open(url?.path ?? "/dev/null", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw CocoaError(.fileReadUnknown) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
    return try body(file, url == nil ? 0 : Int64(status.st_size))
  }

  private func hasSameBytes(_ url: URL, _ file: Int32) throws -> Bool {
    let theirs = try FileHandle(forReadingFrom: url)
    let ours = FileHandle(fileDescriptor: file, closeOnDealloc: false)
    try ours.seek(toOffset: 0)
    while true {
      let (a, b) = (try theirs.read(upToCount: 1 << 20) ?? Data(), try ours.read(upToCount: 1 << 20) ?? Data())
      guard a == b else { return false }
      if a.isEmpty { return true }
    }
  }
}
