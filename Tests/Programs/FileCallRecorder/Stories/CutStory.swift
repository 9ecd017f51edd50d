import Foundation
import Glibc

/// Records what a store does, and opens what the disk may have when the power goes at any moment of it.
struct CutStory {
  static let all = [
    CutStory(name: "commit", steps: [Step()]),
    CutStory(name: "group", steps: [Step(isGrouping: true)]),
    CutStory(name: "restoration", steps: [Step(isGrouping: true, isKilled: true), Step(actions: 4)]),
    CutStory(name: "restart", steps: [Step(isGrouping: true), Step(actions: 8, isAfterCut: true)]),
    CutStory(name: "upgrade", steps: [Step(actions: 4)]),
  ]

  /// One process that uses the store.
  struct Step {
    var actions = 24
    var isGrouping = false
    /// It is killed before it has committed everything.
    var isKilled = false
    /// It begins with what a power cut has left of the steps before.
    var isAfterCut = false
  }

  let name: String
  let steps: [Step]
}

/// What cannot be made.
struct StoryFailure: Error, CustomStringConvertible {
  let description: String
}
