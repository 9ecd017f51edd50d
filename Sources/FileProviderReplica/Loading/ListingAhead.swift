import FileProviderStore

/// Which folders are listed before a program asks for them, while it goes through a tree.
///
/// A program that walks (find(1), `ls -R`, rsync(1)) asks for one folder after the other, and would wait for the provider once for each. It is taken
/// for a walk when a folder is opened right after another one was, and the folder above it was opened, too: no user is as quick.
/// The number of folders that are listed ahead grows with the steps of the walk, as read-ahead in a file does, and it ends with the walk.
struct ListingAhead {
  /// The folders that come next: the last is the next one.
  private var next: [ItemID] = []
  /// Those that were listed ahead, or are being, and that no program has opened yet.
  private var ahead: Set<ItemID> = []
  /// Those that programs have opened lately.
  private var opened: Set<ItemID> = []
  /// Those whose folders were asked for, since they had been listed before the walk.
  private var completed: Set<ItemID> = []
  /// The one that a program has opened last. It is noted once more when it is listed, and the program goes on: that is no step.
  private var last: ItemID?
  private var steps = 0
  /// When a program opened a folder last, or was answered, and when that was last a step of a walk; in nanoseconds of the monotonic clock.
  private var lastUse: UInt64 = 0
  private var lastStep: UInt64 = 0
  private(set) var running = 0

  /// A program that opens the next folder later is not walking.
  static let longestPause: UInt64 = 200_000_000
  /// A walk that has made no step for so long has ended.
  static let end: UInt64 = 2_000_000_000
  /// So many steps make a walk.
  static let least = 2
  /// No more folders are listed and not yet opened.
  static let most = 256
  /// No more folders are remembered of either kind.
  static let mostRemembered = 10_000

  /// A program opens a folder, whether or not it has to be listed for that.
  ///
  /// - Parameter parent: The folder above it.
  /// - Returns: Whether a walk goes through the folder above, and nothing is known of what comes next: it was listed before. Then `note` is called.
  mutating func noteOpening(of folder: ItemID, in parent: ItemID, at now: UInt64) -> Bool {
    if folder == last {
      lastUse = now
      return false
    }
    let isStep = folder != parent && opened.contains(parent) && now &- lastUse < Self.longestPause
    if isStep {
      steps += 1
      lastStep = now
    } else if now &- lastStep > Self.end {
      end()
    }
    (lastUse, last) = (now, folder)
    ahead.remove(folder)
    if opened.count >= Self.mostRemembered { opened.removeAll(keepingCapacity: true) }
    opened.insert(folder)
    guard isStep, steps >= Self.least, next.isEmpty else { return false }
    if completed.count >= Self.mostRemembered { completed.removeAll(keepingCapacity: true) }
    return completed.insert(parent).inserted
  }

  /// A program has what it asked for.
  mutating func noteAnswer(at now: UInt64) { lastUse = now }

  /// A folder was listed: what is in it comes next, before what is beside it.
  ///
  /// - Parameter folders: The folders in it that were never listed, in the order in which programs see them.
  mutating func note(_ folders: [ItemID]) {
    next.append(contentsOf: folders.reversed())
    if next.count > Self.mostRemembered { next.removeFirst(next.count - Self.mostRemembered) }
  }

  /// A folder to be listed now, if any is; then `hasListed` follows.
  ///
  /// - Parameter limit: How many are listed at once.
  mutating func take(limit: Int, at now: UInt64) -> ItemID? {
    guard steps >= Self.least, now &- lastStep <= Self.end, running < limit else { return nil }
    let window = min(Self.most, 2 << min(steps, 7))
    while ahead.count < window, let folder = next.popLast() {
      guard !opened.contains(folder), ahead.insert(folder).inserted else { continue }
      running += 1
      return folder
    }
    return nil
  }

  /// What `take` returned was listed, or could not be: then nothing more is listed ahead until the next walk.
  mutating func hasListed(_ folder: ItemID, isDone: Bool) {
    running -= 1
    if !isDone { end() }
  }

  private mutating func end() {
    steps = 0
    next = []
    ahead = []
    completed = []
  }
}
