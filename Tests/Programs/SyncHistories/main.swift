import FileProviderSync
import Foundation
import SyncSimulator

/// Runs random histories.
///
///     SyncHistories COUNT [FIRST]           runs COUNT histories from seed FIRST, says what they met, and fails if one breaks a clause
///     SyncHistories show SEED [MUTANT]      shrinks one that breaks, and prints its events and steps
///     SyncHistories small [HERE THERE FAULTS [KIND] [MUTANT]]
///                                           runs all histories of a small scope, and prints the shortest that breaks each clause
///     SyncHistories mutants [COUNT [NAME]]  looks for the first history that finds each mutant, or one
///
/// Before the number, or `show`: with `power` machines lose power, and with `plain` there are no symbolic links and no trash. With `links` among its words a small
/// scope has links for documents.
let options = CommandLine.arguments.dropFirst().prefix { ["power", "plain"].contains($0) }
let (losesPower, isPlain) = (options.contains("power"), options.contains("plain"))
let arguments = CommandLine.arguments.dropFirst(1 + options.count)
switch arguments.first {
case "show":
  let mutant = arguments.dropFirst(2).first.flatMap { name in Mutant.allCases.first { "\($0)" == name } }
  let history = History(
    seed: UInt64(arguments.dropFirst().first ?? "1") ?? 1, losesPower: losesPower, isPlain: isPlain,
    disabled: mutant?.disabled ?? [])
  let shortest = history.shrunk()
  print(history.setting)
  print(shortest.run(traced: true).violation ?? "holds")
case "mutants":
  let most = arguments.dropFirst().first.flatMap(UInt64.init) ?? 10_000
  let name = arguments.dropFirst(2).first
  for mutant in Mutant.allCases where name == nil || name == "\(mutant)" {
    let seed = (1...most).first { seed in
      History(seed: seed, isPlain: isPlain, disabled: mutant.disabled).run().violation != nil
        && History(seed: seed, isPlain: isPlain).run().violation == nil
    }
    print("\(mutant): \(seed.map(String.init) ?? "not found in \(most)")")
    fflush(nil)
  }
case "small":
  let numbers = arguments.dropFirst().compactMap { Int($0) } + [2, 2, 1].dropFirst(arguments.count - 1)
  let names = arguments.dropFirst(4)
  let kinds = ServerKind.allCases.filter { names.contains("\($0)") }
  let disabled = Mutant.allCases.first { names.contains("\($0)") }?.disabled ?? []
  var isKept = true
  for kind in kinds.isEmpty ? ServerKind.allCases : kinds {
    for reportsWholeDeletions in [true, false] {
      var scope = SmallScope(
        kind, reportsWholeDeletions: reportsWholeDeletions, editsHere: numbers[0], editsThere: numbers[1],
        faults: numbers[2], hasLinks: names.contains("links"), disabled: disabled)
      scope.run()
      print(scope)
      scope.showBroken()
      fflush(nil)
      isKept = isKept && scope.isKept
    }
  }
  exit(isKept ? 0 : 1)
default:
  var report = Report()
  let first = arguments.dropFirst().first.flatMap(UInt64.init) ?? 1
  for seed in first..<first + (arguments.first.flatMap(UInt64.init) ?? 20_000) {
    report.run(seed, losesPower: losesPower, isPlain: isPlain)
  }
  print(report)
  exit(report.broken.isEmpty ? 0 : 1)
}
