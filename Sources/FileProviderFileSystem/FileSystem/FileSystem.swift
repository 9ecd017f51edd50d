package import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// What the calls of programs mean: a store, seen as a file system.
///
/// It speaks in Swift values and knows nothing of the kernel's protocol. There is one for each mount. It keeps no table
/// of nodes: a number is looked up in the store each time it is asked for. Only open handles, removed nodes that are
/// still in use, and the running calls of the source are in memory.
///
/// The families of calls are in extensions. Every call takes the context of the thread that makes it, and throws the
/// error number that the program gets.
package final class FileSystem: Sendable {
  package let store: ItemStore
  package let options: FileSystemOptions
  /// The running calls of the source, and the requests that wait for them; `nil` without a source.
  package let parked: ParkedRequests?
  let systemCalls: SystemCalls

  let files = HandleTable<FileHandle>()
  let directories = HandleTable<DirectoryHandle>()
  let openFiles = OpenFiles()
  let removed = RemovedNodes()
  let formerNames = FormerNames()
  let recentFolders = RecentFolders()
  let watchable = WatchableFolders()
  let listings = Listings()
  /// Reports opened folders to the source; `nil` if it does not need them.
  let openings: FolderOpenings?
  /// Answers the helper process that replays changes by others; see `ChangeFollower`.
  package let replayDesk = ReplayDesk()
  let written = WrittenFiles()
  let deviceNumbers = DeviceNumbers()
  let stamp: CommitStamp
  /// What was read at one stamp; see `committedStamp`.
  let memory = StoreMemory()
  let cachedLinks = CachedLinks()
  let trash = TrashMemory()
  let drafts = TrashDrafts()
  /// How far the store's log has been followed; see `ChangeFollower`.
  let followed = Atomic<Int64>(0)
  /// Makes the contents of `.fileprovider/stats.json`.
  let report = Handler<Void, [UInt8]> { [] }
  /// Called with each document whose contents a thumbnailer did not get.
  let whenPictureIsRefused = Handler<ItemID, Void> { _ in }
  /// The contents when it was opened last: their size is shown to programs that ask for it after opening it.
  let lastReport = Mutex<[UInt8]?>(nil)
  /// This mount's name in the marks of documents that it writes; made with the first mark.
  let session = Mutex<WriterSession?>(nil)
  /// Whether the kernel reads and writes contents itself.
  package let passthrough: Passthrough
  /// Documents that no program has open, and that the kernel may still write for a mapping.
  let lateWriters = Mutex<[OpenFile]>([])
  /// How many threads wait until the kernel has closed a file.
  let waitingForKernel = Atomic<Int>(0)
  /// Whether others may still write documents; see `noteOutlived`.
  let hasOutlived = Atomic<Bool>(false)
  /// Called with each document whose attributes the kernel may cache no longer. It must not block.
  let whenAttributesExpire = Handler<InodeNumber, Void> { _ in }
  /// Held while the contents of a document move to another file; see `reclaimContents`.
  let reclaiming = NSLock()
  /// Tells the thread that reclaims contents that a change of a document which it holds has ended.
  let changesOfPaused = Condition()
  /// Whose store it is.
  let owner: UInt32
  /// When the mount was made: the times of virtual nodes.
  let began = Timestamp.now

  /// - Parameter source: Brings what the store does not have; `nil` for a local domain.
  package init(
    store: ItemStore, source: (any ContainerSource)?, options: FileSystemOptions,
    systemCalls: SystemCalls = SystemCalls()
  ) {
    self.store = store
    self.options = options
    self.systemCalls = systemCalls
    var status = stat()
    owner = lstat(store.directory.path, &status) == 0 ? status.st_uid : geteuid()
    stamp = CommitStamp(directory: store.directory)
    passthrough = Passthrough(
      refusal: options.passesThrough
        ? source != nil ? "the domain has a provider" : nil : Passthrough.notRequested)
    openings = FolderOpenings(source, options.refresh)
    parked = source.map { [listings] in ParkedRequests(source: $0, store: store, listings: listings) }
  }

  /// Sets what makes the contents of `.fileprovider/stats.json`.
  package func setReport(_ make: @escaping @Sendable () -> [UInt8]) { report.set(make) }

  /// Sets a function that is called with each document that a thumbnailer was refused, since its contents are not downloaded. It must not block.
  package func setRefusedPicture(_ body: @escaping @Sendable (ItemID) -> Void) {
    whenPictureIsRefused.set(body)
  }

  /// Sets a function that is called with each document whose attributes the kernel may cache no longer. It must not block.
  package func setAttributesExpire(_ body: @escaping @Sendable (InodeNumber) -> Void) { whenAttributesExpire.set(body) }

  /// How many files and directories are open.
  package var openFileCount: Int { files.count }
  package var openDirectoryCount: Int { directories.count }

  /// Tells inode numbers of this store from those of another one that was mounted at the same place.
  package var inodeGeneration: UInt64 {
    withUnsafeBytes(of: store.uuid.uuid) { $0.loadUnaligned(as: UInt64.self) } & 0x7fff_ffff
  }

  /// The newest generation that anybody can see: what is read now is valid as long as it stays the same. `nil` when something is acknowledged
  /// that it does not know of yet.
  @inline(__always) var committedStamp: Generation? { store.hasUncommitted ? nil : stamp.current }

  /// Counts a request of the kernel, for the pace of uploads.
  @inline(__always) package func countRequest() {
    if parked != nil { stamp.countRequest() }
  }

  /// The answer to the helper that replays names a node, which the kernel will forget like any other.
  package func noteReplayed(_ node: NodeAttributes) {
    if node.isFolder, let id = node.inode.item { watchable.noteReplayed(id) }
  }

  /// The kernel has forgotten a node.
  ///
  /// - Parameter answers: How many of the answers that named it (`nlookup`).
  @inline(__always) package func forget(_ inode: InodeNumber, answers: UInt64) {
    removed.forget(inode)
    watchable.forget(inode, answers: answers)
  }

  /// Closes everything that is still open, after the mount has ended.
  package func endAll() {
    for directory in directories.all { directory.rows.enumerator?.invalidate() }
    for file in files.all { if case .document(_, let enumerator) = file.target { enumerator.invalidate() } }
  }

  /// Refuses a change on a read-only mount.
  func checkWritable(_ inodes: InodeNumber...) throws(ErrorNumber) {
    if options.isReadOnly { throw .readOnly }
    for inode in inodes where inode.item == nil { throw .readOnly }
  }
}

/// The options of a mount.
package struct FileSystemOptions: Sendable {
  /// Nothing may be changed through the mount.
  package var isReadOnly = false
  /// Whether `ls -a` of the root shows `.fileprovider`.
  package var showsControlFolder = false
  /// Whether deleting moves to the trash, except in the trash.
  package var removesToTrash = false
  /// Whether the kernel is given the files of large documents, to read and write them itself.
  package var passesThrough = false
  /// The author of changes through the mount.
  package var author = "org.openfileprovider.mount"
  /// How long a listing waits for a provider.
  package var listingDeadline = 10
  /// The names of programs for which no contents are downloaded; see `NonDownloadingPrograms`.
  package var nonDownloading = NonDownloadingPrograms.standard
  /// Whether contents are downloaded for other users than the owner of the mount.
  package var fetchesForOthers = false
  /// How long the first reading of an empty document waits for a provider: longer than a replica that replaces a process which does not answer. Contents have a
  /// second more for each 64 KiB.
  package var contentsDeadline = 900
  /// When folders are listed again that are opened.
  package var refresh = RefreshPolicy.asProvider

  package init() {}

  /// How many seconds contents of a size wait for a provider, which may announce any size.
  func deadline(of size: Int64) -> Int { contentsDeadline + Int(min(max(size, 0) >> 16, 10_000_000)) }
}
