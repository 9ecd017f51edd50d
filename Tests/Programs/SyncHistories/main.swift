import FileProviderSync
import Foundation
import SyncSimulator

/// Runs random histories.
///
///     SyncHistories COUNT [FIRST]           runs COUNT histories from seed FIRST, says what they met, and fails if one breaks a clause
///     SyncHistories show SEED [MUTANT]      shrinks one that breaks, and prints its events and steps
///     SyncHistories mutants [COUNT [NAME]]  looks for the first history that finds each mutant, or one
let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "show":
  let mutant = arguments.dropFirst(2).first.flatMap { name in Mutant.allCases.first { "\($0)" == name } }
  let history = History(seed: UInt64(arguments.dropFirst().first ?? "1") ?? 1, disabled: mutant?.disabled ?? [])
  let shortest = history.shrunk()
  print(history.setting)
  print(shortest.run(traced: true).violation ?? "holds")
case "mutants":
  let most = arguments.dropFirst().first.flatMap(UInt64.init) ?? 10_000
  let name = arguments.dropFirst(2).first
  for mutant in Mutant.allCases where name == nil || name == "\(mutant)" {
    let seed = (1...most).first { seed in
      History(seed: seed, disabled: mutant.disabled).run().violation != nil
        && History(seed: seed).run().violation == nil
    }
    print("\(mutant): \(seed.map(String.init) ?? "not found in \(most)")")
    fflush(nil)
  }
default:
  var report = Report()
  let first = arguments.dropFirst().first.flatMap(UInt64.init) ?? 1
  for seed in first..<first + (arguments.first.flatMap(UInt64.init) ?? 20_000) { report.run(seed) }
  print(report)
  exit(report.broken.isEmpty ? 0 : 1)
}
