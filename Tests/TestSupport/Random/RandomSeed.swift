/// Where the random tests begin.
package enum RandomSeed {
  /// The seed of a run: `SEED` in the environment, which repeats one, or a new one. It is printed in the form in which it is given again.
  ///
  /// - Parameters:
  ///   - run: Which of the runs of the test it is: each has a seed of its own, also when they are repeated.
  ///   - test: What it is printed with.
  package static func choose(run: Int = 0, for test: String = #function) -> UInt64 {
    let first = Machine.number("SEED").map { UInt64(clamping: $0) } ?? UInt64.random(in: 1..<1_000_000_000)
    print("\(test.prefix { $0 != "(" })\(run == 0 ? "" : " run \(run)"): SEED=\(first)")
    return first &+ UInt64(run)
  }
}
