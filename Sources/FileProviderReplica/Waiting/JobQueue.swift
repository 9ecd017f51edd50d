/// Jobs in the order in which they came, the urgent ones first, each of which can be removed.
struct JobQueue {
  typealias Job = @Sendable () -> Void

  private var jobs: [UInt64: Job] = [:]
  /// The numbers of `jobs` in their order, and some of jobs that were removed, or have become urgent.
  private var order: ArraySlice<UInt64> = []
  private var urgent: ArraySlice<UInt64> = []

  var count: Int { jobs.count }

  mutating func append(_ job: @escaping Job, _ number: UInt64, isUrgent: Bool = true) {
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

  mutating func removeFirst() -> Job? {
    while let number = urgent.popFirst() ?? order.popFirst() {
      if let job = jobs.removeValue(forKey: number) { return job }
    }
    return nil
  }
}
