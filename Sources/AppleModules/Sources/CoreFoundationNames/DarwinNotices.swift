import Dispatch
import Foundation
import Glibc

/// Notifications between programs of one person, as files that inotify watches.
final class DarwinNotices: @unchecked Sendable {
  // Sendable: what changes is used on `queue` alone.
  struct Observer: @unchecked Sendable {
    // Sendable: the pointer is only handed back, and the callback is called on the main queue alone, as on macOS.
    let pointer: UnsafeRawPointer?
    let call: CFNotificationCallback
  }

  static let shared = DarwinNotices(folder: standardFolder)

  private let folder: String?
  private let queue = DispatchQueue(label: "darwin.notices")
  private var observers: [String: [Observer]] = [:]
  private var source: (any DispatchSourceRead)?

  /// - Parameter folder: Only the person may write to it. `nil`: no notification comes.
  init(folder: String?) { self.folder = folder }

  private static var standardFolder: String? {
    let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
    let path =
      runtime.hasPrefix("/") ? runtime + "/fileprovider-notifications" : "/tmp/fileprovider-notifications-\(getuid())"
    mkdir(path, 0o700)
    var status = stat()
    // In /tmp anybody may have made it.
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(),
      status.st_mode & 0o022 == 0
    else { return nil }
    return path
  }

  func add(_ observer: Observer, of name: String) {
    queue.sync {
      observers[name, default: []].append(observer)
      if source == nil { source = watch() }
    }
  }

  /// - Parameter name: `nil` for all.
  func remove(_ pointer: UnsafeRawPointer?, of name: String?) {
    queue.sync {
      for known in name.map({ [$0] }) ?? Array(observers.keys) {
        observers[known]?.removeAll { $0.pointer == pointer }
      }
    }
  }

  func post(_ name: String) {
    guard let folder, let file = Self.file(of: name) else { return }
    let descriptor = open(folder + "/" + file, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  /// The name of the file of a notification; `nil` if it is too long.
  static func file(of name: String) -> String? {
    var file = "_"
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        file.unicodeScalars.append(Unicode.Scalar(byte))
      default: file += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    return file.utf8.count > NAME_MAX ? nil : file
  }

  private func watch() -> (any DispatchSourceRead)? {
    guard let folder else { return nil }
    let notices = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard notices >= 0 else { return nil }
    guard inotify_add_watch(notices, folder, UInt32(IN_CLOSE_WRITE)) >= 0 else {
      close(notices)
      return nil
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: notices, queue: queue)
    source.setEventHandler { [weak self] in self?.deliver(Self.files(of: notices)) }
    source.setCancelHandler { close(notices) }
    source.resume()
    return source
  }

  deinit { source?.cancel() }

  private func deliver(_ files: [String]) {
    for (name, observers) in observers {
      guard let file = Self.file(of: name) else { continue }
      for _ in files.filter({ $0 == file }) {
        for observer in observers {
          DispatchQueue.main.async {
            observer.call(
              CFNotificationCenterGetDarwinNotifyCenter(),
              observer.pointer.map { UnsafeMutableRawPointer(mutating: $0) },
              CFNotificationName(NSString(string: name)), nil, nil)
          }
        }
      }
    }
  }

  /// Takes all that is waiting.
  private static func files(of notices: Int32) -> [String] {
    var files: [String] = []
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while case let count = read(notices, buffer.baseAddress, buffer.count), count > 0 {
        var start = 0
        let head = MemoryLayout<inotify_event>.size
        while start + head <= count {
          let length = Int(buffer.loadUnaligned(fromByteOffset: start, as: inotify_event.self).len)
          let name = buffer[(start + head)..<(start + head + length)].prefix { $0 != 0 }
          files.append(String(decoding: name, as: UTF8.self))
          start += head + length
        }
      }
    }
    return files
  }
}
