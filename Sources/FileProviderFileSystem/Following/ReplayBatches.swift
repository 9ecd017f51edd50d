import FileProviderStore

/// Groups replays that can be under way at the same time, in their order.
struct ReplayBatches {
  private var replays: [Replay] = []
  private let trashUsers: [UInt32]
  private var plan: NoticePlan
  private var names: Set<ReplayDesk.Key> = []
  private var items: Set<InodeNumber> = []
  private var done: [ReplayBatch] = []

  /// The most notices that wait for replays.
  private static let limit = 64

  /// - Parameter trashUsers: As for `NoticePlan`.
  init(trashUsers: [UInt32]) {
    self.trashUsers = trashUsers
    plan = NoticePlan(trashUsers: trashUsers)
  }

  mutating func add(_ replay: Replay, _ row: LogRow, name: FileName?) {
    let keys = ReplayDesk.keys(of: replay)
    if replays.count == Self.limit || items.contains(replay.item) || !names.isDisjoint(with: keys) { close() }
    replays.append(replay)
    names.formUnion(keys)
    items.insert(replay.item)
    plan.drop(row, name: name)
  }

  var all: [ReplayBatch] {
    mutating get {
      close()
      return done
    }
  }

  private mutating func close() {
    guard !replays.isEmpty else { return }
    done.append(ReplayBatch(replays: replays, notices: plan.notices))
    replays = []
    plan = NoticePlan(trashUsers: trashUsers)
    names = []
    items = []
  }
}
