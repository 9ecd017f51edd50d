import Glibc
import LinuxSystem

/// Waits until a file of a folder was written or replaced (inotify(7)). The folder is watched, since the file is replaced by renaming.
///
/// One thread waits; any may cancel.
final class FolderWatch: Sendable {
  private let descriptor: Descriptor
  private let cancellation: Pipe

  /// - Returns: `nil` where the folder cannot be watched: it does not exist, or there are too many watches.
  init?(_ folder: String) {
    let events = UInt32(IN_MOVED_TO) | UInt32(IN_CLOSE_WRITE)
    guard let descriptor = Descriptor(owning: inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))),
      inotify_add_watch(descriptor.number, folder, events) >= 0, let pipe = Pipe()
    else { return nil }
    self.descriptor = descriptor
    cancellation = pipe
  }

  /// Makes this and every later `wait` return at once.
  func cancel() {
    var byte: UInt8 = 0
    _ = write(cancellation.writing.number, &byte, 1)
  }

  /// Sleeps until something has happened to a file of this name, and then nothing for a moment.
  ///
  /// - Returns: Whether it was not cancelled.
  func wait(for name: String, quietMilliseconds: Int32) -> Bool {
    var hasChanged = false
    while true {
      var descriptors = [
        pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: cancellation.reading.number, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&descriptors, 2, hasChanged ? quietMilliseconds : -1)
      if descriptors[1].revents != 0 { return false }
      if count == 0 { return true }
      if takeEvents(about: name) { hasChanged = true }
    }
  }

  /// Reads the events.
  ///
  /// - Returns: Whether the file was among them, or whether there were too many events.
  private func takeEvents(about name: String) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 8) { buffer in
      var isNamed = false
      while true {
        let count = read(descriptor.number, buffer.baseAddress, buffer.count)
        guard count > 0 else { return isNamed }
        var place = 0
        while place < count {
          let event = (buffer.baseAddress! + place).load(as: inotify_event.self)
          place += MemoryLayout<inotify_event>.size
          let bytes = buffer[place..<place + Int(event.len)].prefix { $0 != 0 }
          place += Int(event.len)
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 || bytes.elementsEqual(name.utf8) { isNamed = true }
        }
      }
    }
  }
}
