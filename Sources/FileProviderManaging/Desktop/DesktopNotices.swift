import FileProviderProgram
import Glibc
import LinuxSystem
import SecretService
import Synchronization

/// Shows notices on the user's desktop, and hears what the user chooses (`org.freedesktop.Notifications` on the session bus).
///
/// Without a bus, or without a desktop, nothing happens.
final class DesktopNotices: Sendable {
  private static let (service, path) = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications")

  private struct State {
    var queue: [DesktopNotice] = []
    /// Whether a shown notice of held deletions is to be closed.
    var closesHeld = false
    var isRunning = false
    var isStopped = false
  }

  private let state = Mutex(State())
  private let wakes: Pipe
  private let address: String?
  private let perform: @Sendable (DesktopNotice.Action, DesktopNotice) -> DesktopNotice?

  /// After how long a notice that the desktop has refused is shown again, and how often one after the other is refused at most.
  private let pause: Duration
  private static let mostRefused = 5
  /// More at once are of no use to a person.
  private static let mostQueued = 20

  /// - Parameters:
  ///   - address: The bus; the user's session bus when nil.
  ///   - pause: After how long a notice that the desktop has refused is shown again.
  ///   - perform: Called with what the user chooses, on a thread of its own. It returns what is to be shown then.
  init?(
    address: String? = nil, pause: Duration = .seconds(10),
    _ perform: @escaping @Sendable (DesktopNotice.Action, DesktopNotice) -> DesktopNotice?
  ) {
    guard let pipe = Pipe(), pipe.makeNonBlocking() else { return nil }
    wakes = pipe
    self.address = address
    self.pause = pause
    self.perform = perform
  }

  /// Shows a notice. Returns at once.
  func show(_ notice: DesktopNotice) {
    let starts = state.withLock { state in
      guard !state.isStopped else { return false }
      if let earlier = state.queue.firstIndex(where: notice.follows) {
        state.queue[earlier] = notice.following(state.queue[earlier])
      } else if notice.kind != .problem || state.queue.count < Self.mostQueued {
        state.queue.append(notice)
      }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts, !NativeThread.start(name: "desktop", stackSize: NativeThread.stackOfOthers, { [self] in run() }) {
      state.withLock { $0.isRunning = false }
    }
    wake()
  }

  /// Closes the notice of held deletions, if one is shown. Returns at once.
  func closeHeldDeletions() {
    state.withLock { state in
      state.queue.removeAll { if case .heldDeletions = $0.kind { true } else { false } }
      state.closesHeld = state.isRunning
    }
    wake()
  }

  /// Takes nothing more. What is shown stays, without its actions.
  func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  /// Whether its thread runs.
  var isRunning: Bool { state.withLock { $0.isRunning } }

  private func wake() { _ = write(wakes.writing.number, [0], 1) }

  /// What the thread does next.
  private enum Step {
    case show(DesktopNotice)
    case closeHeld
    case wait
    case end
  }

  /// - Parameters:
  ///   - isWaiting: Whether something is shown that the user may choose something of.
  ///   - isRefused: Whether the desktop has just refused a notice.
  private func next(isWaiting: Bool, isRefused: Bool) -> Step {
    state.withLock { state in
      if state.closesHeld {
        state.closesHeld = false
        return .closeHeld
      }
      if !state.isStopped, !state.queue.isEmpty { return isRefused ? .wait : .show(state.queue.removeFirst()) }
      guard isWaiting, !state.isStopped else {
        state.isRunning = false
        return .end
      }
      return .wait
    }
  }

  private func run() {
    do throws(SecretServiceError) { try follow(Bus(address: address)) } catch {
      // There is no desktop.
      state.withLock { ($0.queue, $0.isRunning) = ([], false) }
    }
  }

  /// Returns when nothing is shown any more that the user may choose something of.
  private func follow(_ bus: Bus) throws(SecretServiceError) {
    try bus.listen(to: Self.service, at: Self.path, "interface='\(Self.service)'")
    var shown: [UInt32: ShownNotice] = [:]
    var (refusals, retry) = (0, ContinuousClock.Instant?.none)
    while true {
      switch next(isWaiting: !shown.isEmpty, isRefused: retry != nil) {
      case .show(let notice):
        do throws(SecretServiceError) {
          try show(notice, &shown, bus)
          refusals = 0
        } catch .noService {
          // There is no desktop.
        } catch {
          // It shows too many, or has just been started again. Where the bus is gone, the wait fails.
          refusals += 1
          if refusals < Self.mostRefused {
            putBack(notice)
            retry = .now + pause
          } else {
            refusals = 0
          }
        }
      case .closeHeld: closeHeld(&shown, bus)
      case .end: return
      case .wait:
        if let message = try bus.message(unlessReadable: wakes.reading.number, until: retry) {
          hear(message, &shown)
        } else {
          var bytes: [UInt8] = Array(repeating: 0, count: 64)
          _ = read(wakes.reading.number, &bytes, bytes.count)
        }
        if let end = retry, end <= .now { retry = nil }
      }
    }
  }

  /// Queues a notice again. One that has come meanwhile takes its place.
  private func putBack(_ notice: DesktopNotice) {
    state.withLock { state in
      if let later = state.queue.firstIndex(where: { $0.follows(notice) }) {
        state.queue[later] = state.queue[later].following(notice)
      } else {
        state.queue.insert(notice, at: 0)
      }
    }
  }

  /// What is not as the specification says is ignored.
  private func hear(_ message: BusMessage, _ shown: inout [UInt32: ShownNotice]) {
    if message.isOwnerChange {
      _ = try? message.text()
      guard let gone = try? message.text() else { return }
      shown = shown.filter { $0.value.owner != gone }
      return
    }
    let isClosed = message.isSignal(Self.path, Self.service, "NotificationClosed")
    guard isClosed || message.isSignal(Self.path, Self.service, "ActionInvoked") else { return }
    guard let number = try? message.number(), let chosen = shown[number], chosen.owner == message.sender else { return }
    if isClosed {
      if message.cookie > chosen.cookie { shown[number] = nil }
    } else if let key = try? message.text(), let action = shown[number]?.choose(key) {
      NativeThread.start(name: "desktop.action", stackSize: NativeThread.stackOfOthers) { [self] in
        if let next = perform(action, chosen.notice) { show(next) }
      }
    }
  }

  private func closeHeld(_ shown: inout [UInt32: ShownNotice], _ bus: Bus) {
    for (number, shownNotice) in shown {
      guard case .heldDeletions = shownNotice.notice.kind else { continue }
      shown[number] = nil
      _ = try? bus.call(Self.path, Self.service, "CloseNotification", to: Self.service) {
        message throws(SecretServiceError) in try message.write(number)
      }
    }
  }

  private func show(
    _ new: DesktopNotice, _ shown: inout [UInt32: ShownNotice], _ bus: Bus
  ) throws(SecretServiceError) {
    let earlier = shown.first { new.follows($0.value.notice) }
    let notice = earlier.map { new.following($0.value.notice) } ?? new
    var next = ShownNotice(notice)
    let line = DesktopNotice.line(notice.text)
    let text = readsMarkup(bus) ? DesktopNotice.markup(line) : line
    let reply = try bus.call(Self.path, Self.service, "Notify", to: Self.service) {
      message throws(SecretServiceError) in
      try message.write(HostProgram.current.name)
      try message.write(earlier?.key ?? 0)
      for word in [notice.icon, DesktopNotice.line(notice.title), text] { try message.write(word) }
      try message.write("a", "s") { () throws(SecretServiceError) in
        for action in notice.actions {
          try message.write(next.key(of: action))
          try message.write(action.label)
        }
      }
      try message.write("a", "{sv}") {}
      // As long as the desktop shows such notices.
      try message.write(Int32(-1))
    }
    (next.owner, next.cookie) = (reply.sender, reply.cookie)
    if let earlier { shown[earlier.key] = nil }
    if !notice.actions.isEmpty { shown[try reply.number()] = next }
  }

  /// Whether the desktop takes the text of a notification for markup. If it does not say, the text is markup for it: nothing in it becomes a link then.
  private func readsMarkup(_ bus: Bus) -> Bool {
    let capabilities = try? bus.call(Self.path, Self.service, "GetCapabilities", to: Self.service).texts()
    return capabilities?.contains("body-markup") ?? true
  }
}
