import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

// Documents that are read while only parts of them are downloaded. A change downloads the rest first. What a program has open stays of
// one version: while parts of it are open, the store neither drops nor replaces them (`Transaction.isUnused`).
extension FileSystem {
  /// Up to this size in bytes, a document is downloaded as a whole: one question, and programs that read its head read the rest, too.
  private static let largestWhole: Int64 = 1 << 20

  /// Whether a document whose contents are not here is opened without them, and they come as they are read.
  func isReadByParts(_ item: ItemAttributes, _ context: RequestContext) throws(ErrorNumber) -> Bool {
    guard parked != nil, item.size > Self.largestWhole else { return false }
    return try context.read { (reader) throws(StoreError) in try ProvidedReader(reader).fetchesByRange() }
  }

  /// Refuses downloads for programs that read everything, and for other users than the
  /// store's owner and the user who mounted it, unless the options allow them.
  func checkMayFetch(_ id: ItemID, _ context: RequestContext) throws(ErrorNumber) {
    if let program = options.nonDownloading.name(of: context.caller.process) {
      if NonDownloadingPrograms.makesPictures(program) { whenPictureIsRefused(id) }
      // An error that says “try again” would have them do just that.
      throw .deadlock
    }
    let isOther = context.caller.user != owner && context.caller.user != geteuid()
    if isOther && !options.fetchesForOthers { throw .accessDenied }
  }

  /// Whether the parts that are here of a document are of an older version than the provider has.
  func haveOutdatedParts(_ item: ItemAttributes, _ context: RequestContext) throws(ErrorNumber) -> Bool {
    try context.read { (reader) throws(StoreError) in try ProvidedReader(reader).hasOutdatedParts(item.id) }
  }

  /// Drops such parts before the document is opened again, unless a program has them open: one that opens it again and again would keep the older version, which
  /// it cannot read to its end.
  func dropOutdatedParts(of item: ItemAttributes, _ context: RequestContext) throws(ErrorNumber) {
    context.willBlock()
    try change(context) { (transaction, _) throws(StoreError) in try transaction.dropOutdatedPartial(of: item.id) }
  }

  /// Opens the parts that are here of a document that is not here as a whole.
  func openParts(
    of item: ItemAttributes, _ opening: OpenDocument?, _ context: RequestContext
  ) throws(ErrorNumber) -> OpenFile {
    let file = OpenFile(id: item.id, attributes: item, contents: nil, hasParts: true, opening: opening)
    _ = try adoptParts(of: item.id, in: file, context)
    store.contents.noteUse(of: file.descriptor)
    return file
  }

  /// Makes a document that is open in parts ready for another opening.
  ///
  /// - Parameter forChanging: Whether all of it has to be here.
  func prepareParts(of file: OpenFile, forChanging: Bool, _ context: RequestContext) throws(ErrorNumber) {
    guard file.hasParts, let item = try context.item(file.id) else { return }
    guard item.flags.contains(.dataless) else { return try moveToWhole(item, file, context) }
    try checkMayFetch(file.id, context)
    guard forChanging else { return }
    try download(item, context)
    throw .inputOutput
  }

  /// Empties a document that is open in parts; that needs no download.
  ///
  /// - Parameter request: What else is set.
  /// - Returns: Whether it was; false when it is here as a whole.
  func emptyParts(
    of file: OpenFile, with request: AttributeRequest, _ context: RequestContext
  ) throws(ErrorNumber) -> Bool {
    guard file.hasParts else { return false }
    let row = try change(
      context, mayUseReserve: true,
      whenMade: { (row: ItemAttributes?) in
        if let row { file.empty(as: row, isMarked: false) }
      }
    ) { (transaction, _) throws(StoreError) -> ItemAttributes? in
      guard try transaction.reader.item(file.id) != nil, try ApplyingEditor(transaction).emptyDataless(file.id) else {
        return nil
      }
      return try setAttributes(request, of: file.id, in: transaction, context)
    }
    return row != nil
  }

  /// Makes sure that a range of an open document is here.
  ///
  /// - Throws: `waiting`, and then the request is to be parked; the source's error, once it was asked for this request; `ESTALE` when the parts
  ///   that are open are of a version that is nowhere any more.
  func require(_ offset: Int64, _ count: Int, of file: OpenFile, _ context: RequestContext) throws(ErrorNumber) {
    guard file.hasParts, offset >= 0, count > 0 else { return }
    guard let item = try context.item(file.id) else { throw .stale }
    guard item.flags.contains(.dataless) else { return try moveToWhole(item, file, context) }
    let isOpen = try adoptParts(of: file.id, in: file, context)
    let (end, overflow) = offset.addingReportingOverflow(Int64(count))
    guard offset < item.size else { return }
    let missing = try context.read { (reader) throws(StoreError) in
      isOpen ? try ProvidedReader(reader).missing(of: file.id, in: offset..<item.size) : offset..<item.size
    }
    let wanted = overflow ? item.size : min(end, item.size)
    guard let missing, missing.lowerBound < wanted else { return }
    try ask(for: missing, until: wanted, of: file, context)
  }

  /// Uses the contents of a document that is here as a whole by now.
  private func moveToWhole(
    _ item: ItemAttributes, _ file: OpenFile, _ context: RequestContext
  ) throws(ErrorNumber) {
    follow(item, in: file)
    // They may have been exchanged since the row was read: what was open before has holes.
    guard file.hasParts, item.content != nil else { return }
    let now = try context.existing(item.id)
    follow(now, in: file)
    if file.hasParts, now.content != nil { throw .stale }
  }

  /// Requests the missing range from the source.
  private func ask(
    for missing: Range<Int64>, until end: Int64, of file: OpenFile, _ context: RequestContext
  ) throws(ErrorNumber) -> Never {
    if let answer = context.answer, case .range(let id, let asked) = answer.subject, id == file.id,
      asked.contains(missing.lowerBound)
    {
      file.withState { $0.readAhead.forget(asked) }
      // The source may have reported success, and its contents were evicted again.
      throw answer.failure ?? .inputOutput
    }
    let question = file.withState {
      $0.readAhead.question(for: missing, atLeast: end - missing.lowerBound)
    }
    context.need = SourceNeed(
      subject: .range(file.id, question), seconds: options.deadline(of: Int64(question.count)))
    context.need?.asker = context.caller.asker
    throw .waiting
  }

  /// Opens the file with the parts of a document, unless it is open.
  ///
  /// - Returns: Whether it is open now. It is not where nothing is here.
  private func adoptParts(
    of id: ItemID, in file: OpenFile, _ context: RequestContext
  ) throws(ErrorNumber) -> Bool {
    let parts = try context.read { (reader) throws(StoreError) in try ProvidedReader(reader).partialContents(of: id) }
    if let known = file.withState({ $0.parts }) {
      guard parts?.content == known else { throw .stale }
      return true
    }
    guard let parts else { return false }
    let contents: Descriptor
    do throws(StoreError) { contents = try store.contents.open(parts.content, flags: O_RDWR) } catch {
      // They have just become whole, or the source finds out.
      if error.code == .damaged { return false }
      throw context.number(for: error)
    }
    file.adoptParts(parts.content, contents)
    return true
  }
}
