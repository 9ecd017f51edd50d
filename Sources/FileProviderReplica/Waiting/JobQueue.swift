/// Jobs in the order in which they came, each of which can be removed.
struct JobQueue {
  typealias Job = @Sendable () -> Void

  private var jobs: [UInt64: Job] = [:]
  /// The numbers of `jobs` in their order, and some of jobs that were removed.
  private var order: ArraySlice<UInt64> = []

  var count: Int { jobs.count }

  mutating func append(_ job: @escaping Job, _ number: UInt64) {
    jobs[number] = job
    order.append(number)
  }

  mutating func remove(_ number: UInt64) {
    guard jobs.removeValue(forKey: number) != nil, order.count > 2 * jobs.count + 16 else { return }
    order = order.filter { jobs[$0] != nil }[...]
  }

  mutating func removeFirst() -> Job? {
    while let number = order.popFirst() {
      if let job = jobs.removeValue(forKey: number) { return job }
    }
    return nil
  }
}
