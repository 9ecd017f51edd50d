import FileProviderStore
import Glibc
import LinuxSystem

/// For what a program opens a file.
package struct OpenMode: Sendable {
  package var isWritable: Bool
  package var isReadable: Bool
  package var truncates: Bool

  /// From the flags of `open(2)`.
  package init(flags: Int32) {
    isWritable = flags & O_ACCMODE != O_RDONLY
    isReadable = flags & O_ACCMODE != O_WRONLY
    truncates = flags & O_TRUNC != 0
  }
}

/// A file that was opened.
package struct OpenedFile: Sendable {
  package var handle: HandleNumber
  /// Whether the kernel may keep what it has read when the file is opened again; if not, it must not even rely on the
  /// size that it knows.
  package var mayBeKept: Bool
  /// Whether it forgets what it has read before this opening, although its size is right.
  package var beginsAnew = false
  /// What it reads and writes itself.
  package var backing: OpenedBacking?
}

extension FileSystem {
  /// Opens a document or a virtual file.
  ///
  /// - Throws: `ESTALE`, `EISDIR`, `EROFS`; the source's error when the contents are not downloaded.
  package func open(
    _ inode: InodeNumber, _ mode: OpenMode, _ context: RequestContext
  ) throws(ErrorNumber) -> OpenedFile {
    guard let id = inode.item else { return try openVirtual(inode, mode, context) }
    if mode.isWritable || mode.truncates { try checkWritable(inode) }
    var emptying: AttributeRequest?
    if mode.truncates {
      emptying = AttributeRequest()
      emptying?.size = 0
    }
    let opened = try acquire(id, forChanging: mode.isWritable || mode.truncates, emptying: emptying, context)
    let file = opened.file
    let backing: OpenedBacking?
    do throws(ErrorNumber) {
      // The kernel knows a wrong size: a program would append there, or read no further. It looks the name up again and opens it once more, without the
      // program's noticing.
      if opened.sizeWasWrong && !mode.truncates { throw .stale }
      if mode.truncates, !opened.isEmptied { try empty(file, context) }
      backing = try passThrough(file, mode, context)
    } catch {
      release(file)
      throw error
    }
    return OpenedFile(
      handle: insertHandle(file, isWritable: mode.isWritable), mayBeKept: !opened.sizeWasWrong,
      beginsAnew: opened.isNewInParts, backing: backing)
  }

  func insertHandle(_ file: OpenFile, isWritable: Bool) -> HandleNumber {
    let enumerator = DocumentEnumerator(store: store, document: file.id)
    return files.insert(FileHandle(target: .document(file, enumerator), isWritable: isWritable))
  }

  /// A document that was acquired.
  struct Acquired {
    let file: OpenFile
    /// Whether the contents were downloaded and have another size than the provider announced.
    var sizeWasWrong = false
    /// Whether it was emptied, because its contents were not here.
    var isEmptied = false
    /// Whether this opening is the first of a document that is here in parts. The kernel may have read others, of an older version.
    var isNewInParts = false
  }

  /// The open document of an item, opened if necessary, with its count of handles raised by one.
  ///
  /// - Parameters:
  ///   - forChanging: Whether its contents are going to be changed, which the provider has to allow.
  ///   - emptying: The attributes to set if it is going to be emptied: then missing contents are not downloaded.
  func acquire(
    _ id: ItemID, forChanging: Bool, emptying: AttributeRequest? = nil, _ context: RequestContext
  ) throws(ErrorNumber) -> Acquired {
    var attempts = 0
    var (sizeWasWrong, isEmptied, hasDroppedParts) = (false, false, false)
    while true {
      if let known = openFiles.retain(id) {
        do throws(ErrorNumber) {
          if forChanging { try checkMayWrite(known.withState { $0.attributes }, context) }
          if let emptying, try emptyParts(of: known, with: emptying, context) {
            isEmptied = true
          } else {
            try prepareParts(of: known, forChanging: forChanging, context)
          }
        } catch {
          release(known)
          throw error
        }
        return Acquired(file: known, isEmptied: isEmptied)
      }
      let epoch = openFiles.epoch
      var opening = try noteOpening(id, context)
      guard let item = try context.item(id) else {
        try checkAnswer(for: .contents(id), context)
        guard let replaced = removed.file(id) else { throw .stale }
        return Acquired(file: openFiles.adopt(replaced))
      }
      guard item.kind == .file else { throw item.isFolder ? .isFolder : .invalid }
      if forChanging { try checkMayWrite(item, context) }
      if item.flags.contains(.dataless) {
        if let emptying {
          isEmptied = try change(context) { (transaction, _) throws(StoreError) in
            guard try ApplyingEditor(transaction).emptyDataless(id) else { return false }
            return try setAttributes(emptying, of: id, in: transaction, context) != nil
          }
          continue
        }
        // The request is answered anew after the download, and this would be forgotten.
        if sizeWasWrong { throw .stale }
        try checkMayFetch(id, context)
        if !forChanging, try isReadByParts(item, context) {
          if !hasDroppedParts, try haveOutdatedParts(item, context) {
            // What is open is not dropped.
            opening = nil
            try dropOutdatedParts(of: item, context)
            hasDroppedParts = true
            continue
          }
          if let inserted = openFiles.insert(try openParts(of: item, opening, context), readAt: epoch) {
            return Acquired(file: inserted, isNewInParts: true)
          }
          continue
        }
        try download(item, context)
        // The source has reported success, and the contents are not here.
        throw .inputOutput
      }
      if let answer = context.answer, answer.subject == .contents(id), let announced = answer.announcedSize {
        sizeWasWrong = item.size != announced
      }
      let contents: OpenedContents?
      if let content = item.content {
        do throws(StoreError) {
          // A file that is open for writing counts as written by others; see `FileLease`.
          contents = try context.now.open(
            content, flags: !options.isReadOnly && (forChanging || passthrough.isRefused) ? O_RDWR : O_RDONLY)
        } catch {
          // After the row was read, and before the file was opened, another process may have given the document new
          // contents.
          if attempts < 3, error.code == .damaged, try context.existing(id).content != content {
            attempts += 1
            continue
          }
          throw context.number(for: error)
        }
      } else {
        contents = nil
      }
      let file = OpenFile(id: id, attributes: item, contents: contents, opening: opening)
      if parked != nil { store.contents.noteUse(of: file.descriptor) }
      // Closed with the object.
      if attempts < 3, isOutdated(file, item), reconcile(id, context) {
        attempts += 1
        sizeWasWrong = true
        continue
      }
      if let inserted = openFiles.insert(file, readAt: epoch) {
        return Acquired(file: inserted, sizeWasWrong: sizeWasWrong, isEmptied: isEmptied)
      }
    }
  }

  /// Has a replica know that a document is open: what is open is neither dropped nor replaced by what the provider has now, or a program would see parts of
  /// both, and write into what it has not read.
  ///
  /// - Returns: `nil` in a local domain.
  func noteOpening(_ id: ItemID, _ context: RequestContext) throws(ErrorNumber) -> OpenDocument? {
    guard parked != nil else { return nil }
    while true {
      do throws(StoreError) { if let opening = try store.contents.openDocuments.open(id) { return opening } } catch {
        throw context.number(for: error)
      }
      // The transaction of a replica that has just found that nobody has it open.
      context.willBlock()
      usleep(500)
    }
  }

  /// Refuses to change contents that the provider does not let be changed.
  private func checkMayWrite(_ item: ItemAttributes, _ context: RequestContext) throws(ErrorNumber) {
    guard item.flags.contains(.restricted) else { return }
    let mayWrite = try context.read { (reader) throws(StoreError) in try CapabilityReader(reader).mayWrite(item) }
    if !mayWrite { throw .accessDenied }
  }

  /// Whether the contents do not match the row, and were written before this mount opened the store.
  ///
  /// Marks name the documents that a loss of power may have damaged, but the last of them can be lost with it. Checked
  /// only for documents that did not change since the store was opened.
  private func isOutdated(_ file: OpenFile, _ item: ItemAttributes) -> Bool {
    guard file.descriptor >= 0, item.lastChange <= store.opening else { return false }
    return OpenFile.status(of: file.descriptor).map { Int64($0.st_size) != item.size } ?? false
  }

  /// Makes a document's row match its contents, unless it is being written. The kernel is notified: it may know the former size.
  ///
  /// - Returns: Whether the row has changed. If it cannot be written the document is opened as it is.
  private func reconcile(_ id: ItemID, _ context: RequestContext) -> Bool {
    do throws(StoreError) { return try store.reconcile(id, author: ChangeAuthor.store) } catch {
      _ = context.number(for: error)
      return false
    }
  }

  func release(_ file: OpenFile) { openFiles.release(file) }

  /// Where the bytes of an open file are.
  package enum Contents {
    /// In a file, for as long as this object lives.
    case file(BackingFile)
    /// In memory.
    case generated([UInt8])
  }

  /// - Parameters:
  ///   - offset: From where on it is read.
  ///   - count: How much of it.
  /// - Throws: `EBADF`; the source's error when the range is not downloaded.
  package func contents(
    of handle: HandleNumber, at offset: Int64 = 0, count: Int = 0, _ context: RequestContext
  ) throws(ErrorNumber) -> Contents {
    switch files[handle]?.target {
    case .document(let file, _):
      try require(offset, count, of: file, context)
      switch file.place {
      case .bytes(let bytes): return .generated(bytes)
      case .file(let descriptor): return .file(BackingFile(file: file, descriptor: descriptor))
      }
    case .generated(let bytes): return .generated(bytes)
    case .draft(let draft): return .generated(draft.contents)
    case nil: throw .badHandle
    }
  }

  /// Keeps the backing file of a document open.
  package struct BackingFile {
    let file: OpenFile
    /// -1 for a document that never had contents.
    package let descriptor: Int32
  }

  /// The document behind a handle.
  func document(_ number: HandleNumber, forWriting: Bool = false) throws(ErrorNumber) -> OpenFile {
    guard let handle = files[number] else { throw .badHandle }
    guard case .document(let file, _) = handle.target else { throw .notSupported }
    guard !forWriting || handle.isWritable else { throw .badHandle }
    return file
  }

  private static let seekHole: Int32 = 4

  /// Finds data or holes (`SEEK_DATA`, `SEEK_HOLE`).
  package func seek(
    _ handle: HandleNumber, from offset: Int64, whence: Int32, _ context: RequestContext
  ) throws(ErrorNumber) -> Int64 {
    let file = try document(handle)
    let size: Int64
    switch file.place {
    // Small contents have no holes.
    case .bytes(let bytes): size = Int64(bytes.count)
    // What is not here is no hole: it is not known where the document has some.
    case .file where file.hasParts: size = file.withState { $0.attributes.size }
    case .file(let descriptor):
      guard descriptor >= 0 else { throw ErrorNumber(rawValue: ENXIO) }
      let result = lseek(descriptor, off_t(offset), whence)
      guard result >= 0 else { throw .last }
      return Int64(result)
    }
    guard (0..<size).contains(offset) else { throw ErrorNumber(rawValue: ENXIO) }
    return whence == Self.seekHole ? size : offset
  }

  /// A program has closed a descriptor: what was written is committed.
  package func flush(_ handle: HandleNumber, _ context: RequestContext) throws(ErrorNumber) {
    guard let handle = files[handle], case .document(let file, _) = handle.target else { return }
    if handle.isWritable { file.noteClosing() }
    try commit(file, context)
    if handle.isWritable { noteWritten(file, by: context.caller.process) }
  }

  /// The last descriptor of an open file is closed, and the handle with it.
  package func release(_ number: HandleNumber, _ context: RequestContext) throws(ErrorNumber) {
    guard let handle = files.remove(number), case .document(let file, let enumerator) = handle.target else { return }
    enumerator.invalidate()
    if handle.isWritable && !endKernelWriting(of: file, context) { return }
    defer { release(file) }
    try closeKernelWriting(of: file, context)
    // What a mapping wrote arrives after the program has closed it, without the number of a process.
    if handle.isWritable { noteWritten(file, by: 0) }
  }

  /// Notes that a program has closed a document: if it was written since it was last closed, it may be a recent.
  func noteWritten(_ file: OpenFile, by process: Int32) {
    let isWritten = file.withState { state in
      defer { state.isWritten = false }
      return state.isWritten && !state.isUnlinked
    }
    if isWritten { written.append(file.id, by: process) }
  }
}
