import ArgumentParser
import FileProviderCopying
import FileProviderDomains
import FileProviderInterface
import FileProviderManaging
import FileProviderProcess
import FileProviderProgram
import FileProviderStore
import FileProviderThumbnails
import Foundation
import Glibc
import LinuxSystem

/// `thumbnail PATH… [--size SIZE] [--json]`
struct ThumbnailCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnail", abstract: "Show the provider's thumbnails in file managers.",
    discussion: """
      Asks the provider for thumbnails of the items, without downloading their contents, and stores them in the cache that file managers use: \
      $XDG_CACHE_HOME/thumbnails, or ~/.cache/thumbnails. The domain must be mounted. Each output line has an item and its picture in the cache. \
      The cache accepts only PNG; the desktop's thumbnailers convert other formats. A picture larger than the size is stored in the next size that fits.
      """)

  @OptionGroup var domain: DomainOptions
  @Option(
    name: .customLong("size"),
    help: ArgumentHelp(
      "normal (128 pixels), large (256), x-large (512) or xx-large (1024).", valueName: "size"))
  var size = ThumbnailSize.large
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false
  @Argument(help: ArgumentHelp("The items.", valueName: "path"), completion: Candidates.paths) var paths: [String]

  var watchesSignals: Bool { true }

  /// An item whose thumbnail is requested.
  private struct Subject {
    var path: ItemPath
    var item: ItemID
    var identifier: String
    /// From the root of the domain.
    var place: String
  }

  func run() throws {
    let selection = try DomainSelection(domain, paths: paths)
    guard try ProviderDomain(selection.name).provider(selection.store) != nil else {
      throw CommandFailure(
        "domain “\(selection.name)”", "file managers make the thumbnails of a local domain's documents themselves",
        status: .unavailable)
    }
    let mountpoints = MountRegistry.notes().filter { $0.isOf(selection.store.directory.path) }.map(\.mountpoint)
    guard let first = mountpoints.first else {
      throw CommandFailure(
        "domain “\(selection.name)”", "not mounted; file managers look up thumbnails by a file's path on a mount",
        remedy: "mount it first: \(HostProgram.current.name) mount --domain \(selection.name) MOUNTPOINT",
        status: .unavailable)
    }
    let writer = ByteWriter()
    let subjects = try subjects(of: selection, writer)
    var isWhole = subjects.count == selection.paths.count
    guard !subjects.isEmpty else { throw CommandEnd(status: .failed) }
    let access = try ProviderAccess(selection.name, selection.store)
    let cache = ThumbnailCache(folder: ThumbnailCache.ownFolder)
    for start in stride(from: 0, to: subjects.count, by: ThumbnailQuestion.mostItems) {
      let some = Array(subjects[start..<min(start + ThumbnailQuestion.mostItems, subjects.count)])
      let question = ThumbnailQuestion(
        some.map(\.item), side: size.side, cache: cache.folder, mountpoints: mountpoints)
      for (subject, result) in zip(some, try ask(question, access)) {
        let uri = FileURI.text(of: Array(first.utf8) + (subject.place == "/" ? [] : subject.place.spelledBytes))
        isWhole = try print(result, of: subject, writer) { try cache.path(of: uri, $0) } && isWhole
      }
      try writer.flush()
    }
    if !isWhole { throw CommandEnd(status: .failed) }
  }

  /// The items at the paths. A missing item is an error at once.
  private func subjects(of selection: DomainSelection, _ writer: ByteWriter) throws -> [Subject] {
    var subjects: [Subject] = []
    for path in selection.paths {
      do { subjects.append(try subject(path, selection.store)) } catch {
        let failure = CommandFailure(path.given, error)
        Console.fail(failure)
        if isJSON { try write(identifier: nil, place: path.path, reason: failure.reason, to: writer) }
      }
    }
    try writer.flush()
    return subjects
  }

  private func subject(_ path: ItemPath, _ store: ItemStore) throws -> Subject {
    let reader = try store.makeCommittedReader()
    let item = try PathReader(reader).item(at: path).id
    return Subject(
      path: path, item: item, identifier: try reader.identifier(of: item).rawValue,
      place: try reader.path(of: item) ?? "/")
  }

  /// - Throws: When the provider can be asked for none.
  private func ask(_ question: ThumbnailQuestion, _ access: ProviderAccess) throws -> [ThumbnailOutcome.Result] {
    // Its calls have deadlines of their own.
    switch try access.ask(.makeThumbnails, question.payload, until: .never) {
    case .done(let payload): return try ThumbnailOutcome(payload).results
    case .failed(let error): throw CommandFailure("thumbnail", error.description, status: .unavailable)
    case .notUnderstood, nil: throw CommandFailure("thumbnail", "the provider's process does not answer")
    }
  }

  /// - Returns: Whether there is a thumbnail.
  private func print(
    _ result: ThumbnailOutcome.Result, of subject: Subject, _ writer: ByteWriter,
    place: (ThumbnailSize) throws -> String
  ) throws -> Bool {
    var (picture, reason): (String?, String?)
    var size: ThumbnailSize?
    switch result {
    case .made(let side):
      size = ThumbnailSize(side: side)
      picture = try size.map(place)
    case .none: reason = "the provider has no thumbnail for it"
    case .failed(let text): reason = text
    }
    if let reason { Console.fail(CommandFailure(subject.path.given, reason)) }
    if isJSON {
      try write(
        identifier: subject.identifier, place: subject.place, size: size, picture: picture, reason: reason, to: writer)
    } else if let picture {
      let path = HumanText.printable(subject.place, isTerminal: isatty(STDOUT_FILENO) == 1)
      try writer.append("\(path)\t\(picture)\n")
    }
    return picture != nil
  }

  private func write(
    identifier: String?, place: String, size: ThumbnailSize? = nil, picture: String? = nil, reason: String?,
    to writer: ByteWriter
  ) throws {
    var object = try JSONObject(writer)
    try object.add("identifier", identifier)
    try object.add(path: place)
    try object.add("size", size?.rawValue)
    try object.add("thumbnail", picture)
    try object.add("error", reason)
    try object.end()
    try writer.append(UInt8(ascii: "\n"))
  }
}

extension ThumbnailSize: ExpressibleByArgument {}
