/// Jobs in the order in which they came, the urgent ones first, each of which can be removed.
///
/// However many urgent ones there are, the others come to their turn.
struct JobQueue {
  struct Job {
    let run: @Sendable () -> Void
    /// Whether it came before what is not.
    let isUrgent: Bool
  }

  private var jobs: [UInt64: @Sendable () -> Void] = [:]
  /// The numbers of `jobs` in their order, and some of jobs that were removed, or have become urgent.
  private var order: ArraySlice<UInt64> = []
  private var urgent: ArraySlice<UInt64> = []
  private var urgentInARow = 0

  /// After so many urgent jobs one comes that is not.
  static let mostUrgentInARow = 7

  var count: Int { jobs.count }

  mutating func append(_ job: @escaping @Sendable () -> Void, _ number: UInt64, isUrgent: Bool = true) {
    jobs[number] = job
    if isUrgent { urgent.append(number) } else { order.append(number) }
  }

  mutating func remove(_ number: UInt64) {
    guard jobs.removeValue(forKey: number) != nil, order.count + urgent.count > 2 * jobs.count + 16 else { return }
    order = order.filter { jobs[$0] != nil }[...]
    urgent = urgent.filter { jobs[$0] != nil }[...]
  }

  /// Makes a job urgent, if it is still there.
  mutating func hurry(_ number: UInt64) {
    if jobs[number] != nil { urgent.append(number) }
  }

  /// Takes the next job.
  ///
  /// - Parameter onlyUrgent: Whether it may be an urgent one only.
  mutating func removeFirst(onlyUrgent: Bool = false) -> Job? {
    if onlyUrgent || urgentInARow < Self.mostUrgentInARow, let job = removeFirst(of: \.urgent) {
      urgentInARow += 1
      return Job(run: job, isUrgent: true)
    }
    if onlyUrgent { return nil }
    urgentInARow = 0
    if let job = removeFirst(of: \.order) { return Job(run: job, isUrgent: false) }
    return removeFirst(of: \.urgent).map { Job(run: $0, isUrgent: true) }
  }

  private mutating func removeFirst(of queue: WritableKeyPath<Self, ArraySlice<UInt64>>) -> (@Sendable () -> Void)? {
    while let number = self[keyPath: queue].popFirst() {
      if let job = jobs.removeValue(forKey: number) { return job }
    }
    return nil
  }
}
