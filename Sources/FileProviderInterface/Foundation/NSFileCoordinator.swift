/// Where an error goes that a call ends with, as `&error`.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Code between programs that work on one file, on platforms that have such. On Linux nobody presents files, so each call runs its block at
/// once with the address that it was given, and nothing is locked.
///
/// Apple: Foundation / `NSFileCoordinator`.
open class NSFileCoordinator: NSObject, @unchecked Sendable {
  // Sendable because all that changes is whether it was cancelled, which `state` guards.
  private let state = NSLock()
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

  /// Makes a coordinator. There are no presenters, so there is none to name.
  public init(filePresenter: Any? = nil) {}

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
    if mayRun(outError) { writer(url) }
  }

  /// Reads one and writes the other: runs the block.
  open func coordinate(
    readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [], writingItemAt writingURL: URL,
    options writingOptions: WritingOptions = [], error outError: NSErrorPointer, byAccessor body: (URL, URL) -> Void
  ) {
    if mayRun(outError) { body(readingURL, writingURL) }
  }

  /// Writes both: runs the block.
  open func coordinate(
    writingItemAt url1: URL, options options1: WritingOptions = [], writingItemAt url2: URL,
    options options2: WritingOptions = [], error outError: NSErrorPointer, byAccessor writer: (URL, URL) -> Void
  ) {
    if mayRun(outError) { writer(url1, url2) }
  }

  /// Runs the block on a queue, with an error where it was cancelled.
  open func coordinate(
    with intents: [NSFileAccessIntent], queue: OperationQueue,
    byAccessor accessor: @escaping @Sendable ((any Error)?) -> Void
  ) {
    queue.addOperation { [self] in
      var error: NSError?
      _ = mayRun(&error)
      accessor(error)
    }
  }

  /// Nobody hears of it: there are no presenters.
  open func item(at oldURL: URL, didMoveTo newURL: URL) {}

  /// Lets blocks that have not begun end with `CocoaError.userCancelled`.
  open func cancel() { state.withLock { isCancelled = true } }

  private func mayRun(_ error: NSErrorPointer) -> Bool {
    guard state.withLock({ isCancelled }) else { return true }
    error?.pointee = CocoaError(.userCancelled) as NSError
    return false
  }
}
