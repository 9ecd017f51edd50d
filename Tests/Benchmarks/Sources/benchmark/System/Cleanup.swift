import Foundation
import Glibc
import Synchronization

/// Leaves nothing behind: no mount, no process, no file. It runs at the end and upon Ctrl-C.
enum Cleanup {
  private struct State: Sendable {
    var folder: String?
    var children: [pid_t: Child] = [:]
    var isStopping = false
  }

  /// Held only for the table itself and while a process is started, so that none is started unseen; nothing else is
  /// called under it.
  private static let state = Mutex(State())

  static func watch(_ folder: String) { state.withLock { $0.folder = folder } }
  static func add(_ child: Child) { state.withLock { $0.children[child.pid] = child } }
  static func remove(_ child: Child) { state.withLock { $0.children[child.pid] = nil } }

  /// Does it unless everything is being put away; then the caller sleeps until the program ends.
  static func whileRunning<Result>(_ body: () -> Result) -> Result {
    let result = state.withLock { state -> Result? in state.isStopping ? nil : body() }
    while result == nil { Glibc.sleep(1000) }
    return result!
  }

  /// Goes on unless everything is being put away.
  static func checkpoint() { whileRunning {} }

  /// From now on signals end the program in order. Call it before any thread starts.
  static func handleSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
    let thread = Thread { [signals] in
      var signals = signals
      var number: Int32 = 0
      while sigwait(&signals, &number) != 0 {}
      Console.note("interrupted, putting everything away")
      everything()
      exit(128 + number)
    }
    thread.start()
  }

  /// Makes a call that hangs in one of our mounts fail, by ending the servers.
  static func endServers() {
    let children = state.withLock { Array($0.children.values) }
    for child in children { child.signal(SIGKILL) }
  }

  static func everything() {
    let work = state.withLock { state -> (folder: String?, children: [Child])? in
      if state.isStopping { return nil }
      state.isStopping = true
      return (state.folder, Array(state.children.values))
    }
    // Who comes second waits for the first to end the program.
    guard let (folder, children) = work else { return checkpoint() }
    guard let folder else { return }
    for place in WorkspaceMounts.mounts(under: folder) {
      _ = umount2(place, Int32(MNT_DETACH)) == 0
    }
    for child in children { child.end() }
    for number in [SIGTERM, SIGKILL] {
      for _ in 0..<30 {
        let itemsInUnlistedFolders = ProcessTable.processes(mentioning: folder)
        if itemsInUnlistedFolders.isEmpty { break }
        for pid in itemsInUnlistedFolders { kill(pid, number) }
        usleep(100_000)
      }
    }
    guard WorkspaceMounts.mounts(under: folder).isEmpty else {
      Console.note("something is still mounted under \(folder); it stays")
      return
    }
    // The main thread may be in the middle of making something there.
    for _ in 0..<20 where File.exists(folder) {
      File.remove(folder)
      if File.exists(folder) { usleep(50_000) }
    }
  }
}
