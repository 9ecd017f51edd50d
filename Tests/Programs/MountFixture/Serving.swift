import FileProviderFUSE
import FileProviderStore
import Foundation
import Glibc
import Logging

enum Serving {
  private static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  static func run(store path: String, mountpoint: String, options list: String) throws {
    // The parent process may have blocked other signals, which is inherited.
    var ending = endingSignals()
    pthread_sigmask(SIG_SETMASK, &ending, nil)
    var list = list.split(separator: ",").map(String.init)
    let scripted = list.contains("scripted")
    let traced = list.contains("trace")
    list.removeAll { $0 == "scripted" || $0 == "trace" }
    let store = try ItemStore(directory: URL(fileURLWithPath: path), threads: MountSession.threads)
    if traced { store.traceEnumerators { say("enumerator: \($0)") } }
    var logger = Logger(label: "mount-fixture") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .warning
    let session = try MountSession(
      store: store, source: scripted ? ScriptedSource(store: store) : nil,
      options: try MountOptions(list.joined(separator: ",")), mountpoint: mountpoint, logger: logger)
    Thread.detachNewThread {
      var ending = endingSignals()
      var number: Int32 = 0
      sigwait(&ending, &number)
      session.stop()
    }
    say("ready")
    try session.run()
  }

  /// The signals that end the mount. Every thread has them blocked, and one waits for them.
  private static func endingSignals() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGTERM, SIGINT] { sigaddset(&signals, number) }
    return signals
  }
}
