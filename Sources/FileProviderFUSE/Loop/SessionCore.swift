import CFuse3
import FileProviderFileSystem
import FileProviderStore
import Glibc
import LinuxSystem
import Logging
import Synchronization

/// What all threads of a mount share.
final class SessionCore: @unchecked Sendable {
  // Sendable: `session` is set before the first thread starts; libfuse's calls on it may come from any thread.
  let fileSystem: FileSystem
  private let readers: Int
  let logger: Logger
  private(set) var session: OpaquePointer?
  /// One for each thread that may read from the kernel's device at the same time. Set with `session`.
  private(set) var requestReaders: [RequestReader] = []
  /// Set when the kernel's first request arrives; see `Initialization`.
  let initialization = Initialization()
  /// Set with `session`.
  private(set) var backings: KernelBackings?
  let largeWrites = LargeWrites()
  let pipes = RequestPipes()
  private(set) lazy var leadership = Leadership(
    seats: readers,
    spawn: { [unowned self] in startWorker() },
    everyTick: { [unowned self] in fileSystem.store.releaseReadLocks() },
    // A reading thread commits before it sleeps. If it lost the reading just when it left something uncommitted, no
    // later thread knows of that.
    finishWork: { [unowned self] in commitIfIdle() },
    rest: { [unowned self] in rest() })

  private struct Workers {
    var all: [OperationCounters] = []
    /// Those that no worker has: what threads that have left have counted.
    var free: [OperationCounters] = []
  }

  private let workers = Mutex(Workers())
  private static let failureLimit = 500
  private static let pauseAfterFailure: useconds_t = 20_000
  private let stopping = Atomic<Bool>(false)

  /// - Parameter readers: How many threads may read requests at the same time.
  init(fileSystem: FileSystem, readers: Int = 1, logger: Logger) {
    self.fileSystem = fileSystem
    self.readers = readers
    self.logger = logger
    _ = leadership
  }

  func attach(_ session: OpaquePointer) {
    self.session = session
    backings = KernelBackings(device: fuse_session_fd(session))
    initialization.wantsPassthrough.store(!fileSystem.passthrough.isRefused, ordering: .relaxed)
    let (store, waiting) = (fileSystem.store, fileSystem.parked)
    let reader = RequestReader(descriptor: fuse_session_fd(session)) {
      store.hasOpenGroup ? 0 : waiting?.attentionTime ?? .max
    }
    waiting?.setNotice { reader.interrupt() }
    requestReaders =
      [reader]
      + (1..<readers).map { _ in
        RequestReader(descriptor: fuse_session_fd(session), patience: 1_000_000) { .max }
      }
  }

  var isStopping: Bool { stopping.load(ordering: .acquiring) }

  var counters: [OperationCounters] { workers.withLock { $0.all } }

  /// Gives back what only a busy mount needs. Without the last step, memory that is free in small pieces stays with the process: of 17 MB after some
  /// thousand changes 13 were in use.
  private func rest() {
    fileSystem.store.rest()
    pipes.rest()
    Heap.trim()
  }

  // MARK: Workers

  /// Starts a thread that queues up to read.
  func startWorker() -> Bool {
    guard let box = makeWorker() else { return false }
    let started = NativeThread.start(name: "fuse") { [self] in serve(box, isFirst: false) }
    if !started { free(box.worker.statistics) }
    return started
  }

  /// The resources of a serving thread. They are released with the thread: an idle mount has no descriptors and no memory for threads that it does not need.
  private func makeWorker() -> WorkerBox? {
    let counters = workers.withLock { workers in
      if let counters = workers.free.popLast() { return counters }
      let counters = OperationCounters()
      workers.all.append(counters)
      return counters
    }
    do { return WorkerBox(worker: try Worker(session: self, counting: counters)) } catch {
      free(counters)
      logger.error("cannot start another worker thread: \(error)")
      return nil
    }
  }

  private func free(_ counters: OperationCounters) { workers.withLock { $0.free.append(counters) } }

  /// Serves on the calling thread, which reads first.
  func serveFirst() throws(StoreError) {
    guard let box = makeWorker() else { throw StoreError(.inputOutput, "the store cannot be read") }
    serve(box, isFirst: true)
  }

  private func serve(_ box: WorkerBox, isFirst: Bool) {
    let worker = box.worker
    worker.run { loop(worker, isFirst: isFirst) }
    free(worker.statistics)
    leadership.threadLeft()
  }

  /// - Parameter isFirst: Whether it is the mount's first thread: it reads first, and stays until the end.
  private func loop(_ worker: Worker, isFirst: Bool) {
    var isReader = isFirst
    while true {
      if !isReader {
        guard let seat = leadership.acquire(stays: isFirst) else { return }
        worker.seat = seat
      }
      guard let hasAnswered = receive(worker) else {
        _ = worker.endRequest()
        return leadership.finish()
      }
      isReader = !hasAnswered || worker.endRequest()
      // Only the thread in the first seat makes changes in groups. Where programs change something it reads alone.
      if isReader, worker.seat > 0, !hasAnswered || worker.isChange || fileSystem.store.hasOpenGroup {
        leadership.vacate(seat: worker.seat)
        isReader = false
      }
      if !isReader { worker.endReading() }
    }
  }

  /// Reads one request and answers it.
  ///
  /// - Returns: Whether it has read one, or else is not needed beside the other threads that read; `nil` at the end of the mount.
  private func receive(_ worker: Worker) -> Bool? {
    var failures = 0
    while !isStopping {
      if answerDue(worker) { return fuse_session_exited(session) == 0 ? true : nil }
      switch receiveRequest(worker) {
      case .request(let count):
        answer(worker, worker.buffer, count: count)
        return fuse_session_exited(session) == 0 ? true : nil
      case .otherWork:
        worker.beginRequest()
        // Another thread may hold the store for long; meanwhile requests may come.
        let isCommitted = commitIfIdle()
        let isReading = worker.endRequest()
        if !isReading { return true }
        if !isCommitted { requestReaders[worker.seat].waitBriefly() }
      case .idle: return false
      case .again: continue
      case .end:
        fuse_session_exit(session)
        return nil
      case .failure(let number):
        // Some errors pass, such as a lack of memory; ending the mount would leave every program in it without its
        // files.
        failures += 1
        logger.warning("cannot read a request: \(String(cString: strerror(number)))")
        if failures == Self.failureLimit { return nil }
        usleep(Self.pauseAfterFailure)
      }
    }
    return nil
  }

  /// Commits what is acknowledged, without waiting. Part of a request: if it takes long, another thread reads
  /// meanwhile.
  ///
  /// - Returns: Whether nothing is left, or nothing can be done about it.
  private func commitIfIdle() -> Bool {
    do { return try fileSystem.store.commitIfIdle() } catch {
      logger.error("cannot commit the latest changes: \(error)")
      return true
    }
  }

  /// - Parameter count: How many bytes the request has in all; those of a large write are not all in the buffer.
  @inline(__always) func answer(_ worker: Worker, _ buffer: fuse_buf, count: Int) {
    var buffer = buffer
    worker.beginRequest(UnsafeRawBufferPointer(start: buffer.mem, count: count))
    fileSystem.countRequest()
    let start = MonotonicClock.now
    let header = buffer.mem?.assumingMemoryBound(to: fuse_in_header.self)
    let operation = header?.pointee.opcode ?? 0
    if operation == Initialization.operation {
      initialization.note(UnsafeRawBufferPointer(start: header, count: count))
    }
    if operation == FUSE_INTERRUPT.rawValue {
      interrupt(worker, &buffer)
    } else if !isReplay(header, count: count, worker) {
      fuse_session_process_buf(session, &buffer)
      if operation == Initialization.operation { beginPassthrough() }
    }
    largeWrites.note(operation, size: count)
    worker.emptyPipe()
    worker.statistics.add(Int(operation), nanoseconds: MonotonicClock.now &- start)
    if worker.crowd.note(thread: header?.pointee.pid ?? 0, isChange: worker.isChange) { leadership.add() }
    // A program that sends requests without a pause must not keep earlier changes from other processes.
    if fileSystem.store.isOverdue { _ = commitIfIdle() }
  }

  /// Gives the kernel contents to read and write itself, if it was agreed upon and works.
  private func beginPassthrough() {
    guard initialization.hasPassthrough, let backings else {
      return fileSystem.passthrough.refuse("the kernel has none (Linux 6.9 and later)")
    }
    fileSystem.passthrough.begin(backings.registry, contents: fileSystem.store.contents)
  }

  /// Whether a request came from the process that replays changes; then it is answered here.
  @inline(__always) private func isReplay(
    _ header: UnsafePointer<fuse_in_header>?, count: Int, _ worker: Worker
  ) -> Bool {
    guard let header, fileSystem.replayDesk.concerns(Int32(bitPattern: header.pointee.pid)) else { return false }
    let request = UnsafeRawBufferPointer(start: header, count: count)
    return ReplayAnswers(request, device: fuse_session_fd(session))?
      .answer(fileSystem.replayDesk, fileSystem, worker.context) ?? false
  }

  // MARK: The end

  /// Ends serving: wakes the thread that waits for a request, which sees that it is to stop, and the others after it.
  func stop() {
    stopping.store(true, ordering: .releasing)
    requestReaders.first?.interrupt()
  }
}

/// Carries a worker between threads.
struct WorkerBox: @unchecked Sendable {
  // Sendable: the thread that makes it gives it to the one that it starts.
  let worker: Worker
}
