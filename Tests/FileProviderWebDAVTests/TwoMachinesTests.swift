import Foundation
import TestSupport
import Testing

/// Two machines that mount one collection of a real Apache: two homes, two stores, two providers.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: Apache.problem == nil, "\(Apache.problem ?? "")"), .serialized)
struct TwoMachinesTests {
  let apache: Apache
  let pair: TwoMachines
  var machines: [Sandbox] { pair.machines }

  init() throws {
    apache = try Apache()
    pair = try TwoMachines(apache)
  }

  @Test func `what each of two machines does arrives at the other, and nothing is lost`() throws {
    try pair.mount()
    defer { pair.unmount() }
    for (index, machine) in machines.enumerated() {
      let made = try machine.shell(
        "cd $M && mkdir m\(index) && for i in 1 2 3 4 5 6 7 8; do echo \(index)-$i >m\(index)/f$i; echo \(index)-$i >top\(index)-$i; done"
      )
      #expect(made.status == 0, "\(made.error)")
    }
    #expect(try pair.settle().split(separator: "\n").count == 32)
    let first = try machines[0].shell(
      "cd $M && mv m1/f1 m0/moved && rm m1/f2 && echo changed >m1/f3 && mv top1-1 renamed && rm -r top0-*")
    let second = try machines[1].shell(
      "cd $M && mv m0/f1 m0/other && rm m0/f2 && echo changed >m0/f3 && echo more >>m1/f4")
    #expect(first.status == 0 && second.status == 0, "\(first.error)\(second.error)")
    let lines = try pair.settle().split(separator: "\n").map(String.init)
    for line in [
      "./m0/moved: 1-1", "./m1/f3: changed", "./renamed: 1-1", "./m0/other: 0-1", "./m0/f3: changed", "./m1/f4: 1-4",
    ] {
      #expect(lines.contains(line), "\(lines)")
    }
    #expect(
      !lines.contains { $0.hasPrefix("./m1/f2:") || $0.hasPrefix("./m0/f2:") || $0.hasPrefix("./top0") }, "\(lines)")
    #expect(lines.contains("more"), "\(lines)")
  }

  @Test func `two edits of one document at the same time are both there in the end`() throws {
    try pair.mount()
    defer { pair.unmount() }
    _ = try machines[0].shell("cd $M && echo first >both")
    _ = try pair.settle()
    for (index, machine) in machines.enumerated() { _ = try machine.shell("cd $M && echo from-\(index) >both") }
    let lines = try pair.settle().split(separator: "\n").map(String.init)
    #expect(lines.count == 2, "\(lines)")
    for index in 0...1 { #expect(lines.contains { $0.hasSuffix(": from-\(index)") }, "\(lines)") }
  }
}
