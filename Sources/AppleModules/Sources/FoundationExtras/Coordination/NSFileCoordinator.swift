/// Where an error goes that a call ends with, as `&error`.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Code between programs that work on one file, on platforms that have such. On Linux each call runs its block at once with the address that
/// it was given, and nothing is locked. The presenters of this process are told afterwards of what was written and moved.
///
/// Apple: Foundation / `NSFileCoordinator`.
open class NSFileCoordinator: NSObject, @unchecked Sendable {
  // Sendable because all that changes is whether it was cancelled, which `state` guards; who asks is only compared.
  private let state = NSLock()
  private nonisolated(unsafe) weak var presenter: (any NSFilePresenter)?
  private var isCancelled = false

  /// Names the program's part that coordinates. Without effect.
  open var purposeIdentifier = UUID().uuidString

  /// How a file is going to be read. Without effect.
  public struct ReadingOptions: OptionSet, Sendable {
    /// The bit mask, with Apple's bit numbers.
    public let rawValue: UInt
    /// Makes a set from its bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Changes need not be saved first.
    public static let withoutChanges = Self(rawValue: 1 << 0)
    /// A link is followed.
    public static let resolvesSymbolicLink = Self(rawValue: 1 << 1)
    /// Only metadata is read.
    public static let immediatelyAvailableMetadataOnly = Self(rawValue: 1 << 2)
    /// The file is going to be uploaded.
    public static let forUploading = Self(rawValue: 1 << 3)
  }

  /// How a file is going to be written. Without effect.
  public struct WritingOptions: OptionSet, Sendable {
    /// The bit mask, with Apple's bit numbers.
    public let rawValue: UInt
    /// Makes a set from its bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// It is going to be deleted.
    public static let forDeleting = Self(rawValue: 1 << 0)
    /// It is going to be moved.
    public static let forMoving = Self(rawValue: 1 << 1)
    /// Changes of others are merged.
    public static let forMerging = Self(rawValue: 1 << 2)
    /// It is going to be replaced.
    public static let forReplacing = Self(rawValue: 1 << 3)
    /// Only its metadata is going to change.
    public static let contentIndependentMetadataOnly = Self(rawValue: 1 << 4)
  }

  /// Makes a coordinator.
  ///
  /// - Parameter filePresenter: who is not told of what this coordinator writes.
  public init(filePresenter: (any NSFilePresenter)? = nil) { presenter = filePresenter }

  /// The presenters of this process.
  open class var filePresenters: [any NSFilePresenter] { FilePresenters.all }
  /// Has a presenter told of what other code writes. It is not kept.
  open class func addFilePresenter(_ filePresenter: any NSFilePresenter) { FilePresenters.add(filePresenter) }
  /// Has it told of nothing more.
  open class func removeFilePresenter(_ filePresenter: any NSFilePresenter) { FilePresenters.remove(filePresenter) }

  /// Reads: runs the block.
  open func coordinate(
    readingItemAt url: URL, options: ReadingOptions = [], error outError: NSErrorPointer,
    byAccessor reader: (URL) -> Void
  ) {
    if mayRun(outError) { reader(url) }
  }

  /// Writes: runs the block.
  open func coordinate(
    writingItemAt url: URL, options: WritingOptions = [], error outError: NSErrorPointer,
    byAccessor writer: (URL) -> Void
  ) {
    guard mayRun(outError) else { return }
    writer(url)
    FilePresenters.tellOfWriting(url, options, but: presenter)
  }

  /// Reads one and writes the other: runs the block.
  open func coordinate(
    readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [], writingItemAt writingURL: URL,
    options writingOptions: WritingOptions = [], error outError: NSErrorPointer, byAccessor body: (URL, URL) -> Void
  ) {
    guard mayRun(outError) else { return }
    body(readingURL, writingURL)
    FilePresenters.tellOfWriting(writingURL, writingOptions, but: presenter)
  }

  /// Writes both: runs the block.
  open func coordinate(
    writingItemAt url1: URL, options options1: WritingOptions = [], writingItemAt url2: URL,
    options options2: WritingOptions = [], error outError: NSErrorPointer, byAccessor writer: (URL, URL) -> Void
  ) {
    guard mayRun(outError) else { return }
    writer(url1, url2)
    FilePresenters.tellOfWriting(url1, options1, but: presenter)
    FilePresenters.tellOfWriting(url2, options2, but: presenter)
  }

  /// Runs the block on a queue, with an error where it was cancelled.
  open func coordinate(
    with intents: [NSFileAccessIntent], queue: OperationQueue,
    byAccessor accessor: @escaping @Sendable ((any Error)?) -> Void
  ) {
    queue.addOperation { [self] in
      var error: NSError?
      let mayRun = mayRun(&error)
      accessor(error)
      guard mayRun else { return }
      for intent in intents {
        if let options = intent.writing { FilePresenters.tellOfWriting(intent.url, options, but: presenter) }
      }
    }
  }

  /// Tells the presenters that a file was moved.
  open func item(at oldURL: URL, didMoveTo newURL: URL) { FilePresenters.tellOfMove(oldURL, newURL, but: presenter) }

  /// Lets blocks that have not begun end with `CocoaError.userCancelled`.
  open func cancel() { state.withLock { isCancelled = true } }

  private func mayRun(_ error: NSErrorPointer) -> Bool {
    guard state.withLock({ isCancelled }) else { return true }
    error?.pointee = CocoaError(.userCancelled) as NSError
    return false
  }
}
