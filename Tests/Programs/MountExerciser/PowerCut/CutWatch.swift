import Foundation

/// Ends a round together with the process that asked for it, however that ended: it holds a lock (flock(2)) as long as it exists.
enum CutWatch {
  /// - Parameter lock: The locked file.
  static func begin(lock: String) {
    let file = open(lock, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { CutFailure("cannot open \(lock)", errno).end() }
    Thread { if flock(file, LOCK_SH) == 0 { CutFailure("nobody waits for the round any more", 0).end() } }.start()
  }
}
