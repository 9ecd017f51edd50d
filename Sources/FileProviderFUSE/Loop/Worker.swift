import CFuse3
import FileProviderFileSystem
import FileProviderStore
import Glibc
import Logging

/// A thread that reads and answers requests, with what it needs of its own: a connection to the store and buffers.
final class Worker: RequestHost {
  let context: RequestContext
  let fileSystem: FileSystem
  let generation: UInt64
  let statistics: OperationCounters
  private let leadership: Leadership
  /// The place of the thread among those that read, while it is one of them.
  var seat = 0
  /// The request being answered, while this thread may still be one that reads.
  private var turn: Leadership.Request?
  /// Whether several programs ask at the same time.
  var crowd = Crowd()
  /// The memory that requests are read into.
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(largestRequest) + headRoom, alignment: 4096)
  /// The request's bytes, in `memory`, in the form that libfuse takes.
  var buffer = fuse_buf()
  /// The room for the header of a write, which precedes its bytes.
  static let headRoom = 4096
  private let pipes: RequestPipes
  /// The pipe for large writes, while this thread has one.
  private var pipe: RequestPipe?
  /// How many bytes of the write being answered are in the pipe instead of in the buffer.
  var bytesInPipe = 0
  /// Whether the request being answered may change something.
  private(set) var isChange = false
  /// The request being answered, as the kernel sent it.
  private(set) var request = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The buffer for listings; as large as the largest request.
  let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)

  /// - Parameter counters: What it counts in, and no other worker at the same time.
  init(session: SessionCore, counting counters: OperationCounters) throws(StoreError) {
    fileSystem = session.fileSystem
    generation = session.fileSystem.inodeGeneration
    leadership = session.leadership
    pipes = session.pipes
    statistics = counters
    context = try RequestContext(session.fileSystem.store, logger: session.logger)
    buffer.mem = memory.baseAddress
    context.host = self
  }

  deinit {
    scratch.deallocate()
    memory.deallocate()
  }

  /// The worker that the calling thread is.
  @inline(__always) static var current: Worker {
    guard let pointer = pthread_getspecific(key) else { preconditionFailure("requests are answered by workers") }
    return Unmanaged<Worker>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The worker that the calling thread is, if it is one.
  static var currentIfAny: Worker? {
    pthread_getspecific(key).map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Makes this the calling thread's worker while `body` runs.
  func run(_ body: () -> Void) {
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Self.key, nil) }
    body()
  }

  func willBlock() {
    guard let turn else { return }
    leadership.give(turn)
    self.turn = nil
    context.now.rest()
  }

  /// Whether this thread, or the one that takes the reading over, commits what a change leaves uncommitted.
  @inline(__always) var commitsSoon: Bool { seat == 0 && (turn.map(leadership.isReading) ?? false) }

  /// - Parameter bytes: The request; none when there is something else to do.
  @inline(__always) func beginRequest(_ bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)) {
    request = bytes
    isChange = !RequestKind.onlyReads(bytes)
    turn = leadership.begin(seat: seat, isChange: isChange)
  }

  /// - Returns: Whether the thread may read the next request.
  @inline(__always) func endRequest() -> Bool {
    request = UnsafeRawBufferPointer(start: nil, count: 0)
    guard let turn else { return false }
    self.turn = nil
    return leadership.end(turn)
  }

  /// Returns the pipe for large writes, which the thread keeps until it no longer reads; `nil` when the system does not give one.
  func takePipe() -> RequestPipe? {
    if pipe == nil { pipe = pipes.take(holding: Int(largestRequest)) }
    return pipe
  }

  /// Gives back what only the reading thread needs.
  func endReading() {
    context.now.rest()
    guard let pipe else { return }
    pipes.put(pipe)
    self.pipe = nil
  }

  /// The bytes of the write being answered.
  @inline(__always) func source(_ start: UnsafePointer<CChar>?, _ size: Int) -> WriteSource {
    guard bytesInPipe > 0, let pipe else { return .memory(UnsafeRawBufferPointer(start: start, count: size)) }
    return .pipe(pipe.output, count: min(size, bytesInPipe))
  }

  /// Notes how many bytes were written.
  @inline(__always) func noteWritten(_ count: Int) {
    guard bytesInPipe > 0 else { return }
    bytesInPipe -= count
    statistics.addSplicedWrite()
  }

  /// Reads the bytes of the write being answered into memory, behind its header: it is answered later, and the pipe is needed before.
  ///
  /// - Returns: Whether the whole request is in memory.
  func takeFromPipe() -> Bool {
    guard bytesInPipe > 0, let pipe, let memory = memory.baseAddress else { return true }
    let isWhole = pipe.read(into: memory + buffer.size - bytesInPipe, bytesInPipe)
    if isWhole { bytesInPipe = 0 }
    return isWhole
  }

  /// Removes what a failed write has left in the pipe.
  @inline(__always) func emptyPipe() {
    guard bytesInPipe > 0 else { return }
    bytesInPipe = 0
    pipe?.empty(memory)
  }

  /// Notes which program makes the request.
  @inline(__always) func noteCaller(_ request: fuse_req_t?) {
    guard let request, let context = fuse_req_ctx(request) else { return }
    self.context.caller = Caller(user: context.pointee.uid, group: context.pointee.gid, process: context.pointee.pid)
  }
}
