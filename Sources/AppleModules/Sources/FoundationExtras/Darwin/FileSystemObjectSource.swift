import Dispatch
import Synchronization

/// Tells what inotify says of one file.
final class FileSystemObjectSource: DispatchSourceFileSystemObject {
  typealias Event = DispatchSource.FileSystemEvent

  let descriptor: Int32
  let wanted: Event
  /// Used on the queue, and before the source is resumed.
  private(set) var happened: Event = []
  /// The system's source keeps these, and not this object, which would never go then.
  let handlers = Handlers()
  private let notices: Int32
  private let source: any DispatchSourceProtocol
  private let pauses = Mutex((hasBegun: false, count: 1))

  final class Handlers {
    var event: (() -> Void)?
    var cancel: (() -> Void)?
  }

  static func of(_ source: any DispatchSourceFileSystemObject) -> FileSystemObjectSource {
    // Nobody else has a reason to conform.
    guard let source = source as? FileSystemObjectSource else {
      preconditionFailure("DispatchSource.makeFileSystemObjectSource makes these sources")
    }
    return source
  }

  init(_ descriptor: Int32, _ wanted: Event, _ queue: DispatchQueue) {
    self.descriptor = descriptor
    self.wanted = wanted
    notices = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    // The file behind the descriptor, whatever its name is now.
    let kinds =
      IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
    inotify_add_watch(notices, "/proc/self/fd/\(descriptor)", UInt32(kinds))
    source =
      notices < 0
      ? DispatchSource.makeUserDataAddSource(queue: queue)
      : DispatchSource.makeReadSource(fileDescriptor: notices, queue: queue)
    source.setEventHandler { [weak self] in self?.read() }
    source.setCancelHandler { [notices, handlers] in
      if notices >= 0 { close(notices) }
      handlers.cancel?()
      (handlers.event, handlers.cancel) = (nil, nil)
    }
  }

  /// One that nobody keeps tells nothing more, not its end either.
  deinit {
    if !source.isCancelled {
      handlers.cancel = nil
      source.cancel()
    }
    // The system ends the process that lets a source go which is paused.
    for _ in 0..<max(0, pauses.withLock { $0.count }) { source.resume() }
  }

  private func read() {
    happened = Self.events(of: notices, descriptor).intersection(wanted)
    if !happened.isEmpty { handlers.event?() }
  }

  /// Takes all that is waiting.
  private static func events(of notices: Int32, _ descriptor: Int32) -> Event {
    var events: Event = []
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while case let count = Glibc.read(notices, buffer.baseAddress, buffer.count), count > 0 {
        var start = 0
        let head = MemoryLayout<inotify_event>.size
        while start + head <= count {
          let notice = buffer.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          events.formUnion(event(notice.mask, ofEntry: notice.len > 0, descriptor))
          start += head + Int(notice.len)
        }
      }
    }
    return events
  }

  /// - Parameter ofEntry: Whether it was told of something in the folder: that this was written or given other attributes is nothing of the folder's.
  private static func event(_ mask: UInt32, ofEntry: Bool, _ descriptor: Int32) -> Event {
    func has(_ bits: Int) -> Bool { mask & UInt32(bits) != 0 }
    // What came after is lost. Whether the file is gone can be seen, and anything else may have happened.
    let isUnknown = has(Int(IN_Q_OVERFLOW))
    var events: Event = isUnknown ? [.write, .extend, .rename] : []
    if has(Int(IN_MODIFY)), !ofEntry { events.formUnion([.write, .extend]) }
    if has(Int(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)) { events.insert(.write) }
    if has(Int(IN_MOVE_SELF)) { events.insert(.rename) }
    if has(Int(IN_DELETE_SELF)) { events.insert(.delete) }
    if has(Int(IN_ATTRIB)) && !ofEntry || isUnknown {
      events.formUnion([.attrib, .link])
      // An open file whose last name goes is told as this alone.
      var information = stat()
      if fstat(descriptor, &information) == 0, information.st_nlink == 0 { events.insert(.delete) }
    }
    return events
  }

  /// As on macOS, it has an effect once.
  func begin() { if !pauses.withLock({ $0.hasBegun }) { resume() } }
  func resume() {
    pauses.withLock { $0 = (true, $0.count - 1) }
    source.resume()
  }
  func suspend() {
    pauses.withLock { $0.count += 1 }
    source.suspend()
  }
  func cancel() { source.cancel() }
  var isCancelled: Bool { source.isCancelled }
  var handle: UInt { UInt(exactly: descriptor) ?? 0 }
  var data: UInt { happened.rawValue }
  var mask: UInt { wanted.rawValue }
  func setRegistrationHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: (() -> Void)?) {
    source.setRegistrationHandler(qos: qos, flags: flags, handler: handler)
  }
  func setRegistrationHandler(handler: DispatchWorkItem) { source.setRegistrationHandler(handler: handler) }
  func setCancelHandler(handler: DispatchWorkItem) { handlers.cancel = { handler.perform() } }
}
