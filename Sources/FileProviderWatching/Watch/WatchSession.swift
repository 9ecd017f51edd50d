package import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

/// Follows the working set and draws it until `q` is pressed.
///
/// One thread waits for commits and one for keys, signals and the other thread; only the latter reads and draws, ten times a second at most.
package final class WatchSession: ChangeHistoryVisitor {
  private let selection: DomainSelection
  private let reader: CommittedReader
  private let history: ChangeHistory
  private var changes: [WatchView.Change] = []

  /// The most members that are read; no terminal shows more.
  private static let changeLimit = 200
  private static let memberLimit = 500
  private static let pause: UInt32 = 100_000

  package init(_ selection: DomainSelection) throws {
    self.selection = selection
    reader = try selection.store.makeCommittedReader()
    history = try ChangeHistory(
      store: selection.store, request: ChangeHistoryRequest(start: .last(Self.changeLimit), scope: .workingSet))
  }

  package func run() throws {
    let events = try TerminalEvents()
    let waiter = try selection.store.makeChangeWaiter()
    Interruption.watch { events.send(.ended) }
    let waiting = NativeThread.startJoinable(name: "commits") {
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
    let place = StorePlace(selection.store)
    try place.explaining { try run(events, terminal, in: place) }
  }

  private func run(_ events: TerminalEvents, _ terminal: Terminal, in place: StorePlace) throws {
    try catchUp()
    var version = try reader.dataVersion()
    var view = try view()
    var isStale = true
    while true {
      if isStale {
        let size = Terminal.size
        scroll(&view, to: offset, size.height)
        terminal.draw(view.lines(width: size.width, height: size.height))
      }
      let (happened, bytes) = events.wait()
      let pressed = keys.read(bytes)
      if happened.contains(.ended) || pressed.contains(.quit) { return }
      try place.check()
      if happened.contains(.suspended) {
        terminal.giveBack()
        Interruption.suspend()
      }
      if happened.contains(.suspended) || happened.contains(.resumed) { terminal.take() }
      for key in pressed { scroll(&view, by: key) }
      isStale = !pressed.isEmpty || !happened.isDisjoint(with: [.resized, .suspended, .resumed])
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

  private var keys = WatchKeys()

  /// Scrolls by a line, half a screen, or to an end, depending on the key.
  private func scroll(_ view: inout WatchView, by key: WatchKey) {
    let height = Terminal.size.height
    let page = max(1, height / 2)
    switch key {
    case .up: scroll(&view, to: offset - 1, height)
    case .down: scroll(&view, to: offset + 1, height)
    case .pageUp: scroll(&view, to: offset - page, height)
    case .pageDown: scroll(&view, to: offset + page, height)
    case .first: scroll(&view, to: 0, height)
    case .last: scroll(&view, to: Self.memberLimit, height)
    case .redraw, .quit: break
    }
  }

  /// Scrolls to a place, as far as there are members.
  private func scroll(_ view: inout WatchView, to wanted: Int, _ height: Int) {
    view.scroll(to: wanted, height: height)
    offset = view.offset
  }

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
