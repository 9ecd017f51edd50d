import Foundation
import Glibc

/// Notes from time to time how much room is left on the server, for those who ask the mount for it. Used by the follower's thread alone.
final class RoomNote {
  private let file: String
  private var noted: ServerRoom?
  /// When the server is to be asked next.
  private(set) var nextLook = Date.distantPast
  /// So long a note is good, in seconds: the longer, the longer nothing has changed.
  private var interval = 0.0

  init(_ file: String) { self.file = file }

  func look(_ session: Session, _ cancellation: Cancellation) {
    guard nextLook <= Date() else { return }
    let shortest = min(30, session.settings.shortestInterval * 6)
    interval = min(max(interval * 1.5, shortest), max(shortest, session.settings.longestInterval))
    defer { nextLook = Date(timeIntervalSinceNow: interval) }
    do {
      let room = session.facts.hasQuota ?? true ? try session.server.room(cancellation) : nil
      if let room, room != noted {
        try Data("\(room.available) \(room.used)\n".utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
      }
      // What was true of another server, or before there was no end of room any more.
      if room == nil { unlink(file) }
      if room != noted { interval = shortest }
      noted = room
    } catch {
      // The last note stands until the server can be asked again.
    }
  }
}
