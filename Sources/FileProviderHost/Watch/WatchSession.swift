import FileProviderStore
import Glibc
import Synchronization

/// Follows the working set and draws it until `q` is pressed.
///
/// One thread waits for commits and one for keys, signals and the other thread; only the latter reads and draws, ten times a second at most.
final class WatchSession: ChangeHistoryVisitor {
  private let selection: DomainSelection
  private let reader: CommittedReader
  private let history: ChangeHistory
  private var changes: [WatchView.Change] = []

  /// The most members that are read; no terminal shows more.
  private static let changeLimit = 200
  private static let memberLimit = 500
  private static let pause: UInt32 = 100_000

  init(_ selection: DomainSelection) throws {
    self.selection = selection
    reader = try selection.store.makeReader()
    history = try ChangeHistory(
      store: selection.store, request: ChangeHistoryRequest(start: .last(Self.changeLimit), scope: .workingSet))
  }

  func run() throws {
    let events = try TerminalEvents()
    let waiter = try selection.store.makeChangeWaiter()
    Interruption.watch { events.send(.ended) }
    let waiting = Threads.startJoinable("commits") {
      // Checks once a second, too, in case the wake file is not touched.
      while !waiter.isCancelled {
        _ = waiter.wait(milliseconds: 1000)
        events.send(.changed)
      }
    }
    let terminal = Terminal()
    defer {
      waiter.cancel()
      if let waiting { pthread_join(waiting, nil) }
      terminal.giveBack()
    }
    try catchUp()
    var version = try reader.dataVersion()
    var view = try view()
    var isStale = true
    while true {
      if isStale {
        let size = Terminal.size
        view.scroll(to: offset, height: size.height)
        offset = view.offset
        terminal.draw(view.lines(width: size.width, height: size.height))
      }
      let (happened, keys) = events.wait()
      if happened.contains(.ended) || keys.contains(where: Self.ends) { return }
      if happened.contains(.suspended) {
        terminal.giveBack()
        events.suspend()
      }
      if happened.contains(.suspended) || happened.contains(.resumed) { terminal.take() }
      let isScrolled = scroll(keys)
      isStale = isScrolled || !happened.isDisjoint(with: [.resized, .suspended, .resumed])
      let newVersion = try reader.dataVersion()
      guard newVersion != version else { continue }
      version = newVersion
      usleep(Self.pause)
      try catchUp()
      view = try self.view()
      isStale = true
    }
  }

  /// The index of the first member that is shown.
  private var offset = 0

  /// Scrolls as keys say: a line with the arrows, `j` and `k`, a page with Page Up and Page Down, to the ends with `g`
  /// and `G`.
  ///
  /// - Returns: Whether the keys have a meaning.
  private func scroll(_ keys: [UInt8]) -> Bool {
    let page = max(1, Terminal.size.height / 2)
    switch String(decoding: keys, as: UTF8.self) {
    case "\u{1B}[A", "\u{1B}OA", "k": offset -= 1
    case "\u{1B}[B", "\u{1B}OB", "j": offset += 1
    case "\u{1B}[5~": offset -= page
    case "\u{1B}[6~", " ": offset += page
    case "g", "\u{1B}[H": offset = 0
    case "G", "\u{1B}[F": offset = Self.memberLimit
    default: return false
    }
    return true
  }

  /// Whether to end: `q`, and the keys that end a program where they do not arrive as signals.
  private static func ends(_ key: UInt8) -> Bool { key == UInt8(ascii: "q") || key == 3 || key == 4 }

  private func catchUp() throws { while try history.next(self) {} }

  private func view() throws -> WatchView {
    var members: [WorkingSetMember] = []
    try reader.forEachMember(after: .none) { record, membership in
      members.append(WorkingSetMember(record: copy record, membership: membership))
      return true
    }
    members.sort { WorkingSetMember.precedes($0, $1, in: nil) }
    let rows = try members.prefix(Self.memberLimit).map { member in
      WatchView.Row(
        name: member.record.name.spelling + (member.record.kind == .folder && member.record.id != .root ? "/" : ""),
        folder: try reader.path(of: member.record.parent) ?? "",
        marks: member.marks(time: { HumanText.shortTime($0) }).joined(separator: " "))
    }
    return WatchView(
      domain: selection.name.string, memberCount: members.count, members: rows, changes: changes,
      hasColor: Environment.hasColor)
  }

  // MARK: The walk

  func visitBatchStart() {}
  func visitDropEverything(at generation: Generation, resume: ContinuationToken) { changes = [] }

  func visitAdd(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError) {
    try add(change, reader)
  }

  func visitUpdate(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError) {
    try add(change, reader)
  }

  func visitDelete(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError) {
    try add(change, reader)
  }

  private func add(_ change: ItemChange, _ reader: StoreReader) throws(StoreError) {
    let time = HumanText.time(Timestamp(rawValue: change.time * 1000)).split(separator: " ").last.map(String.init) ?? ""
    let path = try reader.path(of: change.item) ?? change.name.spelling
    changes.insert(
      WatchView.Change(
        time: time, event: change.event, path: path,
        detail: change.event == .update ? change.fields.words.joined(separator: ", ") : ""), at: 0)
    if changes.count > Self.changeLimit { changes.removeLast() }
  }
}
