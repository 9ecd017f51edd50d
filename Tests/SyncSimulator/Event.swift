/// One event of a history. Its numbers are taken modulo what is there, so that a history without some of its events
/// is a history too: that is what shrinking needs.
package struct Event: Hashable, Sendable, CustomStringConvertible {
  package enum Action: Int, CaseIterable, Hashable, Sendable {
    case editHere, editThere, step, serve, deliver
    case loseAnswer, loseRequest, delayEffect, runDelayed, double, refuse
    case cutPage, lag, expire, kill, wait, consent
    // Only where machines lose power.
    case sync, cutPower
  }

  package var action: Action
  package var a: Int
  package var b: Int
  package var c: Int

  package var description: String { "\(action)(\(a), \(b), \(c))" }

  static func random(_ random: inout SplitMix, losesPower: Bool) -> Event {
    let action =
      losesPower
      ? powerAction(random.number(below: 40)) ?? action(random.number(below: 1_000))
      : action(random.number(below: 1_000))
    return Event(
      action: action, a: random.number(below: 1 << 30), b: random.number(below: 1 << 30),
      c: random.number(below: 1 << 30))
  }

  private static func powerAction(_ roll: Int) -> Action? {
    switch roll {
    case 0: .cutPower
    case 1...2: .sync
    default: nil
    }
  }

  private static func action(_ roll: Int) -> Action {
    switch roll {
    case ..<170: .editHere
    case ..<290: .editThere
    case ..<540: .step
    case ..<700: .serve
    case ..<860: .deliver
    case ..<880: .loseAnswer
    case ..<890: .loseRequest
    case ..<905: .delayEffect
    case ..<915: .runDelayed
    case ..<925: .double
    case ..<935: .refuse
    case ..<950: .cutPage
    case ..<965: .lag
    case ..<973: .expire
    case ..<988: .kill
    case ..<996: .wait
    default: .consent
    }
  }
}
