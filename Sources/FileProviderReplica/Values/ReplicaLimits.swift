import FileProviderStore

/// How long a replica waits, how much it takes at once, and how often it tries.
public struct ReplicaLimits: Sendable {
  /// The time for one page, one batch, one item or one anchor. Providers should take no more than a few seconds. After pages or batches that were not
  /// answered in time it is up to six times as long for them, and as few as a sixteenth of `pageSize` items are suggested.
  public var call = Duration.seconds(10)
  /// The time for a call that changes an item or fetches contents since its progress last moved. Until it moves at all, which a bare `Progress` never
  /// does, it is a second longer for each 64 KiB. Then the call is cancelled. The pieces of an upload may be large, and a server may take minutes to put
  /// them together.
  public var fetch = Duration.seconds(600)
  /// The time for the answer to a call that was cancelled. Then the provider's process is replaced, and what became of the call is asked: no other call of
  /// the item begins before. If the process cannot be replaced, the call counts as not answered.
  public var afterCancel = Duration.seconds(180)
  /// The time for contents in all, however much progress they make. Of more than so many times 64 KiB as these are seconds, it is a second for each
  /// 64 KiB.
  public var longestFetch = Duration.seconds(3600)
  /// The time for a search, with the items that it finds.
  public var search = Duration.seconds(8)
  /// How many items are suggested to a provider for a page or a batch. More than a hundred times as many are refused.
  public var pageSize = 500
  /// How often a call that failed for the moment is tried before its caller gets the error.
  public var attempts = 4
  /// The first pause between two tries; each is twice as long as the one before.
  public var firstPause = Duration.milliseconds(250)
  /// The longest pause while a caller waits.
  public var longestPause = Duration.seconds(4)
  /// The longest pause between two pulls without a waiting caller.
  public var longestIdlePause = Duration.seconds(300)
  /// How many items are written in one transaction, which should take at most 10 ms, since a program may be waiting to
  /// write, too.
  public var itemsPerTransaction = 500
  /// A folder with more items counts as a listing without an end.
  public var mostItems = 10_000_000
  /// How many containers are listed at once.
  public var concurrency = 8
  /// How many unlisted folders are listed in a row for what may have been moved into them.
  package var mostSearchedFolders = 1000
  /// How many documents are fetched at once.
  public var downloads = 8

  /// How long an item has to be left alone before it is uploaded, and how long it waits for that at most.
  public var quiet = Duration.seconds(2)
  public var longestQuiet = Duration.seconds(30)
  /// How many items are sent at once, and how many of these with contents.
  public var pushes = 4
  public var uploads = 2
  /// How long after a change it is noted as pending, together with what changes meanwhile: at most half of `quiet`. While it is looked for changes, programs
  /// cannot change anything; and what is deleted again by then is not noted at all.
  public var noteInterval = Duration.seconds(1)
  /// How long nothing is uploaded after programs have begun to change or to read something, unless they are done before; not while somebody waits
  /// for it, as with `sync`.
  public var burst = Duration.seconds(5)
  /// The shortest time between two notifications of the provider that what is downloaded, or what is pending, has changed.
  public var noticeInterval = Duration.seconds(1)

  /// The default limits.
  public init() {}

  /// The time until contents of a size in bytes make progress first.
  func firstSign(of size: Int64) -> Duration { fetch + .seconds(1) * (size / (64 << 10)) }

  /// The time for contents of a size in bytes.
  func longestFetch(of size: Int64) -> Duration { max(longestFetch, .seconds(1) * (size / (64 << 10))) }

  /// How long what changed is left alone before it is noted.
  var noteDelay: Duration { min(noteInterval, quiet / 2) }

  /// How soon after a change an item is uploaded.
  var pace: PushPace { PushPace(quiet: quiet, longest: longestQuiet) }
}
